import type { Untrusted } from '../../text/untrusted.ts'
import type { ParticipantKind } from '../../rules/caller.ts'

/** What waits for the owner and helpers of a hub, counted. */
export interface HubWaiting {
  readonly joins: number
  /** open suggestions; `decisions` are the proposed ones */
  readonly edits: number
  readonly decisions: number
  /** threads that flag a section as wrong, with an open dispute */
  readonly flags: number
  readonly reports: number
}

/** A participant who asks for a seat. */
export interface SeatRequest {
  readonly id: string
  readonly kind: ParticipantKind
  readonly handle: string
  readonly name: Untrusted
  readonly at: Date
  readonly note?: Untrusted
}
