import type { Named } from '../src/records/inbox_item.ts'
import type { ParticipantKind } from '../src/rules/caller.ts'
import type { events, InboxKind } from '../src/rules/events.ts'
import type { Tell } from './runtime/actor.ts'

interface Said {
  /** left out where the service itself speaks */
  readonly from_id?: string
  readonly from_kind: ParticipantKind | 'service'
  /** the log entry or report whose note the receiver is shown with it */
  readonly note_of?: string
  /** lands and wakes nobody: a long mention chain, a folded thread */
  readonly quiet?: boolean
}

type Names<K extends InboxKind> = (typeof events)[K]['names'][number]
export type ReasonOf<K extends InboxKind> = (typeof events)[K] extends { reasons: readonly (infer R)[] } ? R : string

/** One of its kind: it names what the table of events says that it names, and nothing else. */
export type NoticeOf<K extends InboxKind> = Said & { readonly kind: K } & Pick<Named, Names<K>> & {
    readonly [F in Exclude<keyof Named, Names<K> | 'reason'>]?: never
  } & { readonly reason?: ReasonOf<K> }

/** What an inbox item says, before the receiver's actor numbers it: ids and codes, never words; a note stays where it is. */
export type Notice = { [K in InboxKind]: NoticeOf<K> }[InboxKind]

/** Tells a participant: their actor gives the item its number. Nobody hears of what they did themselves. */
export const notice = (to: string, item: Notice): Tell => ({
  actor: 'participant',
  id: to,
  operation: 'receive',
  args: { item },
})
