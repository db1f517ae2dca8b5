import { updateOf } from '../table_effects.ts'

/** A person let this client in. One that goes by an address is not kept, so there is nothing to note. */
export const noteClientUsed = updateOf<{ readonly id: string; readonly used_at: string }>('oauth_client.used', {
  set: ['used_at'],
})
