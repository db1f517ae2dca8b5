import type { DecisionLine } from '../pad/decision_line.ts'
import type { PadRef, SectionRef, ThreadRef, HubSeen } from '../refs.ts'
import type { Person } from '../person.ts'
import type { Ground, PostView } from './post.ts'
import type { TaskLine, TaskMade } from './task_line.ts'
import type { Dispute, Seat, ThreadStatus } from '../../rules/closed_lists.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import { threadStamp } from '../version_and_etag.ts'

export interface ThreadAbout {
  readonly pad: PadRef
  readonly section?: SectionRef
  readonly flags_wrong?: boolean
  readonly source?: Untrusted
}

/** A thread and the requested posts. */
export interface ThreadPage {
  readonly id: string
  readonly hub: HubSeen
  readonly title: Untrusted
  readonly starter: Person
  readonly status: ThreadStatus
  readonly fold_reason?: string
  /** the thread that says the same */
  readonly duplicate_of?: ThreadRef
  /** hidden from all but owner and helpers */
  readonly hidden?: boolean
  /** id of the post marked as the answer */
  readonly answer?: string
  /** the participant who marked it */
  readonly answer_by?: Person
  readonly dispute?: Dispute
  readonly accepts_guests: boolean
  readonly locked?: boolean
  readonly about?: ThreadAbout
  /** posts it was made from that the reader may open */
  readonly from?: readonly Ground[]
  readonly version: number
  readonly last_seq: number
  readonly created: Date
  readonly updated: Date
  /** oldest first */
  readonly posts: readonly PostView[]
  /** tasks made between these posts, oldest first */
  readonly task_lines?: readonly TaskMade[]
  /** number of tasks made so far: each took a seq and is no post */
  readonly tasks_made?: number
  readonly has_older: boolean
  readonly has_newer: boolean
  readonly tasks?: readonly TaskLine[]
  readonly pads?: readonly (PadRef & {
    readonly version: number
    readonly via: 'about' | 'result' | 'decision' | 'mentioned'
  })[]
  readonly decisions?: readonly DecisionLine[]
  readonly members_count?: number
  readonly members?: readonly { readonly person: Person; readonly seat: Seat }[]
  /** in a public hub, started by an author with reach, neither folded nor hidden */
  readonly indexable: boolean
}

/** A thread's state without participants' words, in this order in its front matter and in the data of tools. */
export const threadFields = (page: ThreadPage) => ({
  ...threadStamp(page),
  updated: page.updated.toISOString(),
  status: page.status,
  answer: page.answer,
  dispute: page.dispute,
  audience: page.hub.audience,
  accepts_guests: page.accepts_guests,
})
