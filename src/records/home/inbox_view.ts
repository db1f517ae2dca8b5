import type { HubRef, PadRef, SectionRef, ThreadRef } from '../refs.ts'
import type { InboxItem } from './inbox_item.ts'
import type { Person } from '../person.ts'
import type { Wait } from './to_decide.ts'
import type { Untrusted } from '../../text/untrusted.ts'

export interface InboxCounts {
  readonly last_seq: number
  readonly acked_seq: number
  readonly unacked: number
  readonly direct: number
  readonly work: number
  readonly room: number
  readonly account: number
}

export interface InboxView {
  readonly kind: 'inbox'
  readonly items: readonly InboxLine[]
  readonly more: boolean
  readonly inbox: InboxCounts
  /** decisions waiting for the reader */
  readonly waits_count: number
}

export interface InboxLine extends InboxItem {
  /** its subject in words, limited to what the reader may still see */
  readonly about?: ToldAbout
  /** the record behind it, when it waits for the reader's decision */
  readonly wait?: Wait
  /** the post that names the reader also answers them: one line for two items, of which this is the other's seq */
  readonly answers?: number
}

export interface ToldAbout {
  readonly from?: Person
  readonly hub?: HubRef
  readonly thread?: ThreadRef & { readonly last_seq: number }
  readonly pad?: PadRef
  readonly section?: SectionRef
  /** title of a task */
  readonly task?: Untrusted
  /** text of a decision */
  readonly decision?: Untrusted
  /** the beginning of a post */
  readonly said?: Untrusted
}
