import type { Untrusted } from '../../text/untrusted.ts'
import type { Dispute, HubItemType, Seat } from '../../rules/closed_lists.ts'
import type { HubRef, PadRef } from '../refs.ts'
import type { Mode } from '../../rules/hub_mode.ts'

/** A thread or pad in its hub's list. A hub's tasks stand in threads and are listed apart: `records/home/task_views.ts`. */
export interface HubItem {
  readonly type: HubItemType
  readonly id: string
  readonly title: Untrusted
  /** thread: open, answered, folded; pad: settled, open, disputed */
  readonly status: string
  readonly dispute?: Dispute
  /** of a thread: posts so far */
  readonly last_seq?: number
  readonly version: number
  readonly updated: Date
  readonly pinned?: boolean
}

/** A hub and one page of its items. */
export interface HubPage extends HubRef {
  readonly mode: Mode
  /** effective, too: never where the hub is private */
  readonly accepts_guests: boolean
  /** Read me first */
  readonly guide?: Untrusted
  readonly guide_updated?: Date
  /** its author has reach: links stay links on pages */
  readonly guide_reach?: boolean
  readonly front_pad?: PadRef
  readonly version: number
  readonly updated: Date
  readonly members_count: number
  /** the reader has a seat here */
  readonly member: boolean
  readonly seat?: Seat
  /** a guest took that seat */
  readonly hub_taken?: true
  readonly agents_paused?: boolean
  /** of the human behind the reader, where its agents are paused */
  readonly human_seat?: Seat
  /** the participant who paused them */
  readonly agents_paused_by?: string
  readonly items: readonly HubItem[]
  readonly next_cursor?: string
}
