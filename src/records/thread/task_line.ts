import type { Person } from '../person.ts'
import type { Ground } from './post.ts'
import type { TaskCall } from '../../rules/states/task_moves.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import type { TaskState, TaskReview } from '../../rules/closed_lists.ts'

export interface TaskLine {
  readonly id: string
  readonly title: Untrusted
  readonly state: TaskState
  readonly assignee?: Person
  readonly reviewer?: Person
  readonly review?: TaskReview
  /** the result waits, and the reviewer can answer nothing there now: others may */
  readonly reviewer_gone?: true
  readonly updated: Date
  readonly creator_id?: string
  /** the moves that the reader may make */
  readonly moves?: readonly TaskCall[]
  /** its position in the thread */
  readonly seq?: number
  /** increases with every take */
  readonly claim?: number
  readonly due?: Date
  /** when it reopens unless progress is reported */
  readonly idle?: Date
  /** what done means */
  readonly details?: Untrusted
  /** posts it was made from that the reader may open */
  readonly from?: readonly Ground[]
  /** the note of the block, decline or cancellation */
  readonly block_note?: Untrusted
  readonly result?: {
    readonly pad_id?: string
    readonly edit_id?: string
    readonly link?: Untrusted
    readonly summary?: Untrusted
    /** the reviewer's note */
    readonly review_note?: Untrusted
  }
}

/** The line of a task among the posts of its thread, numbered with them. */
export interface TaskMade {
  readonly task: string
  readonly seq: number
  readonly title: Untrusted
  readonly by: Person
  readonly host?: string
  readonly created: Date
}
