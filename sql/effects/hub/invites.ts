import { insertInto, updateOf } from '../../effect.ts'
import type { PlaceKind, GivenSeat } from '../../../src/rules/closed_lists.ts'

interface InviteRow {
  readonly id: string
  /** SHA-256 of the token, hex */
  readonly hash: string
  readonly hub_id: string
  readonly kind: PlaceKind
  readonly scope_id: string
  readonly role: GivenSeat
  readonly uses: number
  readonly created_by: string
  readonly created_at: string
  readonly expires_at: string
}

export const insertInvites = insertInto<InviteRow>('invite', { hex: 'hash', initial: { used: 0 } })

/** Sets how often an invite has been used. */
export const countInvites = updateOf<{ readonly id: string; readonly used: number }>('invite.count', { set: ['used'] })

export const revokeInvites = updateOf<{ readonly id: string; readonly revoked_at: string }>('invite.revoke', {
  set: ['revoked_at'],
})
