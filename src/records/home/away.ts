import type { PadRef, ThreadRef, SectionRef, HubSeen } from '../refs.ts'
import type { InboxLine } from './inbox_view.ts'
import type { Person } from '../person.ts'
import type { Untrusted } from '../../text/untrusted.ts'

/** An event of a person's absence. */
export type AwayLine =
  | AwayEdit
  | (AwayOnPad & { readonly kind: 'taken_back'; readonly of: Person; readonly undoable: boolean })
  | AwayTask
  | AwayThread
  | { readonly kind: 'told'; readonly at: Date; readonly item: InboxLine }

export interface AwayOnPad {
  readonly at: Date
  readonly by: Person
  readonly hub: HubSeen
  readonly pad: PadRef
  readonly edit_id: string
  readonly note?: Untrusted
}

/** An edit by one of their agents; of several in one pad the newest. */
export interface AwayEdit extends AwayOnPad {
  readonly kind: 'edit'
  /** it made the pad: nothing was changed, and nothing can be undone */
  readonly began?: true
  readonly section?: SectionRef
  readonly edits: number
  readonly added_chars: number
  readonly removed_chars: number
  /** lines that begin with + or -; absent for several edits, for large ones, and beyond the first few */
  readonly changed?: Untrusted
  /** the edit was taken back */
  readonly undone?: true
  /** the edit is still in effect and can be undone with one click */
  readonly undoable: boolean
}

export interface AwayTask {
  readonly kind: 'task'
  readonly at: Date
  readonly by: Person
  readonly hub: HubSeen
  readonly task: { readonly id: string; readonly title: Untrusted }
  readonly state: 'taken' | 'working' | 'blocked' | 'done'
  readonly thread: ThreadRef
  readonly note?: Untrusted
}

/** New posts in a thread that the person reads. */
export interface AwayThread {
  readonly kind: 'thread'
  readonly at: Date
  /** author of the newest post */
  readonly by: Person
  readonly hub: HubSeen
  readonly thread: ThreadRef
  readonly by_people: number
  readonly by_agents: number
  /** author of the post that is now marked as the answer */
  readonly answered_by?: Person
}
