import type { ParticipantKind } from '../../../src/rules/caller.ts'
import type {
  FoldReason,
  Reaction,
  Seat,
  TaskReview,
  TaskState,
  KeeperSeat,
  DecisionStatus,
  StoredThreadStatus,
  Dispute,
  FoldLevel,
} from '../../../src/rules/closed_lists.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { Audience } from '../../../src/rules/hub_audience.ts'
import type { Mode } from '../../../src/rules/hub_mode.ts'
import type { ThreadRef } from '../../../src/records/refs.ts'

/** A participant as pages name them. Times in these rows are text, since they come as JSON. */
export interface PersonRow {
  readonly id: string
  readonly kind: ParticipantKind
  readonly name: Untrusted
  readonly handle: string
  readonly human_id: string | null
  readonly human_name: Untrusted | null
  readonly human_handle: string | null
  /** only in rows that ask for it */
  readonly seat?: KeeperSeat | null
}

export type Keepers = Readonly<Record<string, KeeperSeat>>

export interface PostRow {
  readonly id: string
  readonly seq: number
  readonly author: PersonRow
  readonly host: string | null
  readonly body: Untrusted | null
  readonly reply_to: string | null
  readonly quote_of: string | null
  readonly quote_text: Untrusted | null
  readonly edits: number
  readonly created_at: string
  readonly edited_at: string | null
  readonly deleted: boolean
  readonly level: FoldLevel | null
  readonly reason: FoldReason | null
  readonly reactions: Partial<Record<Reaction, number>> | null
}

interface SeatRow {
  readonly participant_id: string
  readonly of_hub: boolean
  readonly role: Seat
  /** the seat was taken, not given: a guest's */
  readonly taken: boolean
}

interface PadRow {
  readonly id: string
  readonly title: Untrusted
  readonly version: number
  readonly via: 'about' | 'decision' | 'result' | 'mentioned'
}

export interface TaskLineRow {
  readonly id: string
  readonly seq: number
  readonly title: Untrusted
  readonly by: PersonRow
  readonly host: string | null
  readonly created_at: string
}

export interface TaskRow {
  readonly id: string
  readonly seq: number
  readonly title: Untrusted
  readonly details: Untrusted | null
  readonly creator_id: string
  readonly state: TaskState
  readonly assignee: PersonRow | null
  readonly reviewer: PersonRow | null
  readonly review: TaskReview | null
  /** the result waits, and its reviewer can no longer answer there */
  readonly reviewer_gone?: boolean
  /** the id that the reviewer counts as until the task is taken, and the assignee while the result waits */
  readonly other_side?: string | null
  readonly claim: number
  readonly due: string | null
  readonly idle_at: string | null
  readonly block_note: Untrusted | null
  readonly result_pad_id: string | null
  readonly result_edit_id: string | null
  readonly result_link: Untrusted | null
  readonly result_summary: Untrusted | null
  readonly review_note: Untrusted | null
  readonly updated_at: string
}

export interface DecisionRow {
  readonly id: string
  readonly pad_id: string
  readonly status: DecisionStatus
  readonly text: Untrusted
  readonly reason: Untrusted | null
  readonly by: PersonRow
  readonly at: string
  readonly section_id: string | null
  readonly post_id: string | null
}

/** A thread with the requested posts and the seats of its readers. Not filtered by reader: the caller must do it. */
export interface ThreadOfPostsRow {
  readonly id: string
  readonly title: Untrusted
  readonly version: number
  readonly last_seq: number
  readonly status: StoredThreadStatus
  readonly answer_id: string | null
  /** who marked the answer; null for old marks */
  readonly answer_by: PersonRow | null
  readonly dispute: Dispute | null
  readonly accepts_guests: boolean
  readonly flags_wrong: boolean
  readonly source: Untrusted | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly about_section_id: string | null
  readonly run: unknown
  readonly starter: PersonRow
  readonly level: FoldLevel | null
  readonly reason: FoldReason | null
  readonly locked: boolean
  readonly hub_id: string
  readonly slug: string
  readonly hub_title: Untrusted
  readonly audience: Audience
  readonly mode: Mode
  readonly hub_takes_guests: boolean
  readonly members_count: number
  readonly keepers: Keepers | null
  readonly seats: readonly SeatRow[] | null
  /** the readers who were removed from the thread or its hub, and not let in since */
  readonly removed: readonly string[] | null
  readonly posts: readonly PostRow[] | null
  /** whether there is any of what stands in ThreadRow alone */
  readonly more: boolean
}

/** With all that may stand in a thread beside its posts, or hold in its hub for a time. */
export interface ThreadRow extends ThreadOfPostsRow {
  /** the thread that says the same, where it was folded for that and another of its hub was named; null when that is hidden */
  readonly duplicate_of?: ThreadRef | null
  readonly agents_paused?: boolean
  /** where its agents are paused: the seats in the hub of the humans behind the readers */
  readonly human_seats?: readonly { readonly participant_id: string; readonly role: Seat }[] | null
  /** null when the pad is hidden */
  readonly about_pad_id?: string | null
  readonly about_title?: Untrusted | null
  /** text of the section's heading; null for the Introduction */
  readonly heading?: string | null
  /** of a private hub: seats of the readers in pads tied to the thread, except seats that guests took */
  readonly pad_seats?: readonly { readonly participant_id: string; readonly pad_id: string }[] | null
  /** number of tasks made in the thread so far, each of which took a seq */
  readonly tasks_made?: number
  readonly task_lines?: readonly TaskLineRow[] | null
  /** unfinished first, then finished, each by latest change */
  readonly tasks?: readonly TaskRow[] | null
  readonly pads?: readonly PadRow[] | null
  readonly decisions?: readonly DecisionRow[] | null
  /** something in the thread was made from posts, or posts of it led to something */
  readonly grounded?: boolean
}
