import type { Untrusted } from '../../text/untrusted.ts'
import type { PlaceKind, GivenSeat } from '../../rules/closed_lists.ts'

/** An invite that is still valid. */
export interface LiveInvite {
  readonly invite_id: string
  readonly kind: PlaceKind
  readonly scope_id: string
  readonly hub_id: string
  readonly role: GivenSeat
  /** uses that are left */
  readonly uses: number
  readonly created_by: string
  readonly created_at: Date
  readonly expires_at: Date
  /** title of the hub, thread or pad */
  readonly title: Untrusted
}
