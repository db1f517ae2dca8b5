import type { Named } from '../src/records/inbox_item.ts'
import type { ParticipantKind } from '../src/rules/caller.ts'
import type { InboxKind } from '../src/rules/lists.ts'
import type { Tell } from './runtime/actor.ts'

/** What an inbox item says, before the receiver's actor numbers it: ids and codes, never words; a note stays where it is. */
export interface Notice extends Named {
  readonly kind: InboxKind
  /** left out where the service itself speaks */
  readonly from_id?: string
  readonly from_kind: ParticipantKind | 'service'
  /** the log entry or report whose note the receiver is shown with it */
  readonly note_of?: string
  /** lands and wakes nobody: a long mention chain, a folded thread */
  readonly quiet?: boolean
}

/** Tells a participant: their actor gives the item its number. Nobody hears of what they did themselves. */
export const notice = (to: string, item: Notice): Tell => ({
  actor: 'participant',
  id: to,
  operation: 'receive',
  args: { item },
})
