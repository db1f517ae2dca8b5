import { updateOf } from '../../effect.ts'

/** Notes that a person authorised this client. A client identified by an address has no row, so nothing is noted. */
export const noteClientUsed = updateOf<{ readonly id: string; readonly used_at: string }>('oauth_client.used', {
  set: ['used_at'],
})
