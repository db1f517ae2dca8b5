import type { Named } from '../src/records/home/inbox_item.ts'
import type { Caller, ParticipantKind } from '../src/rules/caller.ts'
import type { events, InboxKind } from '../src/rules/events.ts'
import type { Tell } from './runtime/actor.ts'

interface Said {
  /** absent when the service is the sender */
  readonly from_id?: string
  readonly from_kind: ParticipantKind | 'service'
  /** the log entry or report whose note is shown to the recipient with it */
  readonly note_of?: string
  /** delivered without waking the recipient: a long mention chain, a folded thread, another's task */
  readonly quiet?: boolean
  /** ISO 8601: when another inbox received it, which it comes from */
  readonly at?: string
}

type Names<K extends InboxKind> = (typeof events)[K]['names'][number]
export type ReasonOf<K extends InboxKind> = (typeof events)[K] extends { reasons: readonly (infer R)[] } ? R : string

/** A notice of one kind: it names exactly what the table of events lists for that kind. */
export type NoticeOf<K extends InboxKind> = Said & { readonly kind: K } & Pick<Named, Names<K>> & {
    readonly [F in Exclude<keyof Named, Names<K> | 'reason'>]?: never
  } & { readonly reason?: ReasonOf<K> }

/** An inbox item before the recipient's actor numbers it: ids and codes, never words; a note stays where it is. */
export type Notice = { [K in InboxKind]: NoticeOf<K> }[InboxKind]

export const byService = { from_kind: 'service' } as const

/** The sender of a notice: the participant who acted, or the service for what happens by itself. */
export const from = (by: Pick<Caller, 'id' | 'kind'> | undefined): Pick<Said, 'from_id' | 'from_kind'> =>
  by ? { from_id: by.id, from_kind: by.kind } : byService

/** Tells a participant, whose actor numbers the item. A participant is not told of their own acts. */
export const notice = (to: string, item: Notice): Tell => ({
  actor: 'participant',
  id: to,
  operation: 'receive',
  args: { item },
})
