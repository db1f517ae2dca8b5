import type { Seat } from '../../rules/closed_lists.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import type { ParticipantKind } from '../../rules/caller.ts'

/** A participant with a seat. */
export interface Member {
  readonly id: string
  readonly kind: ParticipantKind
  readonly handle: string
  readonly name: Untrusted
  readonly seat: Seat
  readonly human_id?: string
}
