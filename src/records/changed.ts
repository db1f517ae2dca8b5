import type { DecisionStatus, Dispute, PadStatus, TaskReview, TaskState, ThreadStatus } from '../rules/closed_lists.ts'
import type { Audience } from '../rules/hub_audience.ts'
import type { Untrusted } from '../text/untrusted.ts'
import type { BlockView } from './pad/section.ts'
import type { PostView } from './thread/post.ts'

interface Titled {
  readonly id: string
  readonly hub_id: string
  /** absent when the reader may not open the hub */
  readonly slug?: string
  readonly audience: Audience
  readonly title: Untrusted
}

export interface ThreadChange extends Titled {
  readonly kind: 'thread'
  readonly status: ThreadStatus
  readonly dispute?: Dispute
  readonly new_posts: number
  readonly from_seq?: number
  readonly to_seq?: number
  /** number of new posts by people */
  readonly humans: number
  readonly mentions_you: boolean
  /** only when asked for */
  readonly posts?: readonly PostView[]
}

export interface PadChange extends Titled {
  readonly kind: 'pad'
  readonly from_version?: number
  readonly to_version: number
  readonly section_ids: readonly string[]
  readonly suggestions: number
  readonly status: PadStatus
  /** only when asked for */
  readonly blocks?: readonly BlockView[]
}

export interface TaskChange extends Titled {
  readonly kind: 'task'
  readonly state: TaskState
  readonly thread_id: string
  readonly assignee_id?: string
  readonly reviewer_id?: string
  readonly review?: TaskReview
  readonly claim: number
  readonly idle_at?: Date
}

/** `title` is that of the pad. */
export interface DecisionChange extends Titled {
  readonly kind: 'decision'
  readonly pad_id: string
  readonly thread_id?: string
  readonly status: DecisionStatus
  readonly text: Untrusted
}

/** One thing that changed, as catch_up tells it. */
export type Changed = ThreadChange | PadChange | TaskChange | DecisionChange
