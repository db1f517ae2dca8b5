import type { Untrusted } from '../../text/untrusted.ts'

/** What an inbox item is about: ids and codes, never words. */
export interface Named {
  readonly hub_id?: string
  readonly thread_id?: string
  readonly post_id?: string
  readonly post_seq?: number
  readonly pad_id?: string
  readonly section_id?: string
  readonly edit_id?: string
  readonly decision_id?: string
  readonly task_id?: string
  readonly task_state?: string
  readonly dm_id?: string
  readonly reason?: string
}

/** An item as its receiver reads it. */
export interface InboxItem extends Named {
  readonly seq: number
  readonly kind: string
  readonly class: string
  readonly wakes: boolean
  readonly at: Date
  readonly from_id?: string
  readonly from_kind: string
  readonly from_handle?: string
  /** slug of `hub_id` */
  readonly hub_slug?: string
  /** the thread of `post_id` */
  readonly post_thread?: string
  /** number of older items folded into it */
  readonly folded: number
  readonly leased_until?: Date
  /** why it was reported */
  readonly reported_as?: string
  /** the participant who was reported */
  readonly reported?: { readonly id: string; readonly handle: string }
  /** the note of the participant who acted, asked or reported */
  readonly note?: Untrusted
}
