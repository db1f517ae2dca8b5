import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { Task } from '../../reads/thread/task_states.ts'
import type { Stored } from '../../stored.ts'
import { insertInto, updateOf } from '../../effect.ts'

/** All that a move can change in a task's row. */
interface MovedTask
  extends Pick<Stored<Task>, 'id' | 'state' | 'assignee_id' | 'review' | 'claim' | 'n' | 'done_at' | Progress> {
  /** why it is blocked, was declined or cancelled; the next move removes it */
  readonly block_note?: Untrusted
  readonly updated_at: string
}

type Progress = 'taken_at' | 'last_progress_at' | 'idle_at'

export interface TaskRow extends MovedTask {
  readonly thread_id: string
  readonly hub_id: string
  readonly seq: number
  readonly title: Untrusted
  readonly details?: Untrusted
  readonly creator_id: string
  readonly creator_human_id?: string
  readonly host?: string
  readonly reviewer_id?: string
  readonly pad_id?: string
  readonly section_id?: string
  readonly from_post?: string
  readonly due?: string
  readonly created_at: string
}

export const insertTasks = insertInto<TaskRow>('task')

export const moveTasks = updateOf<MovedTask>('task.move', {
  set: [
    'state',
    'assignee_id',
    'review',
    'claim',
    'taken_at',
    'last_progress_at',
    'idle_at',
    'done_at',
    'block_note',
    'n',
    'updated_at',
  ],
})

/** Restarts the time until a task counts as idle; readers see no other change. */
export const progressTasks = updateOf<Pick<MovedTask, 'id' | 'last_progress_at' | 'idle_at'>>('task.progress', {
  set: ['last_progress_at', 'idle_at'],
})

export interface ResultRow {
  readonly id: string
  readonly result_pad_id?: string
  readonly result_edit_id?: string
  readonly result_link?: Untrusted
  readonly result_link_host?: string
  readonly result_summary?: Untrusted
  readonly result_by: string
  readonly result_at: string
}

/** Replaces the result; the new one has no review yet. */
export const keepResults = updateOf<ResultRow>('task.result', {
  set: [
    'result_pad_id',
    'result_edit_id',
    'result_link',
    'result_link_host',
    'result_summary',
    'result_by',
    'result_at',
  ],
  also: 'review_by = null, review_note = null, review_at = null',
})

interface ReviewRow {
  readonly id: string
  readonly review_by: string
  readonly review_note?: Untrusted
  readonly review_at: string
}

/** The review falls to another, where the named reviewer can answer nothing any more. */
export const passReviews = updateOf<{ readonly id: string; readonly reviewer_id: string }>('task.reviewer', {
  set: ['reviewer_id'],
})

export const keepReviews = updateOf<ReviewRow>('task.review', { set: ['review_by', 'review_note', 'review_at'] })
