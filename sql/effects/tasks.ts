import type { TaskReview, TaskState } from '../../src/rules/lists.ts'
import { type Untrusted, words } from '../../src/text/untrusted.ts'
import { effect } from '../effect.ts'

/** Everything of a task that a move can change, whole. Times are ISO 8601. */
export interface TaskStanding {
  readonly id: string
  readonly state: TaskState
  readonly assignee_id?: string
  readonly review?: TaskReview
  readonly claim: number
  readonly taken_at?: string
  readonly last_progress_at?: string
  readonly idle_at?: string
  readonly done_at?: string
  /** why it is blocked, was declined or cancelled: goes with the next move */
  readonly block_note?: Untrusted
  readonly n: number
  readonly updated_at: string
}

export interface TaskRow extends TaskStanding {
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

const opened = (text: Untrusted | undefined): string | undefined => (text === undefined ? undefined : words(text))

export const insertTasks = effect<TaskRow>({
  name: 'task.insert',
  phase: 'insert',
  write: (sql, rows) => {
    const columns = rows.map((row) => ({ ...row, title: words(row.title), details: opened(row.details) }))
    return sql`
      insert into task select * from jsonb_populate_recordset(null::task, ${sql.json(columns as never)}::jsonb)`
  },
})

export const moveTasks = effect<TaskStanding>({
  name: 'task.move',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => {
    const columns = rows.map((row) => ({ ...row, block_note: opened(row.block_note) }))
    return sql`
      update task set state = next.state, assignee_id = next.assignee_id, review = next.review, claim = next.claim,
        taken_at = next.taken_at, last_progress_at = next.last_progress_at, idle_at = next.idle_at,
        done_at = next.done_at, block_note = next.block_note, n = next.n, updated_at = next.updated_at
      from jsonb_populate_recordset(null::task, ${sql.json(columns as never)}::jsonb) next
      where task.id = next.id`
  },
})

/** Its clock starts again: who reads it sees nothing else change. */
export const progressTasks = effect<{ readonly id: string; readonly at: string; readonly idle_at?: string }>({
  name: 'task.progress',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update task set last_progress_at = next.at, idle_at = next.idle_at
    from unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.at)}::timestamptz[],
      ${rows.map((row) => row.idle_at ?? null)}::timestamptz[]) as next (id, at, idle_at)
    where task.id = next.id`,
})

export interface ResultRow {
  readonly task_id: string
  readonly pad_id?: string
  readonly edit_id?: string
  readonly link?: Untrusted
  readonly link_host?: string
  readonly summary?: Untrusted
  readonly by: string
  readonly at: string
}

/** A result in place of the one before, which nobody has reviewed yet. */
export const keepResults = effect<ResultRow>({
  name: 'task.result',
  phase: 'update',
  key: ({ task_id }) => task_id,
  write: (sql, rows) => {
    const columns = rows.map((row) => ({ ...row, link: opened(row.link), summary: opened(row.summary) }))
    return sql`
      update task set result_pad_id = made.pad_id, result_edit_id = made.edit_id, result_link = made.link,
        result_link_host = made.link_host, result_summary = made.summary, result_by = made.by, result_at = made.at,
        review_by = null, review_note = null, review_at = null
      from jsonb_to_recordset(${sql.json(columns as never)}::jsonb) as made (task_id text, pad_id text, edit_id text,
        link text, link_host text, summary text, by text, at timestamptz)
      where task.id = made.task_id`
  },
})

export interface ReviewRow {
  readonly task_id: string
  readonly by: string
  readonly note?: Untrusted
  readonly at: string
}

export const keepReviews = effect<ReviewRow>({
  name: 'task.review',
  phase: 'update',
  key: ({ task_id }) => task_id,
  write: (sql, rows) => {
    const columns = rows.map((row) => ({ ...row, note: opened(row.note) }))
    return sql`
      update task set review_by = said.by, review_note = said.note, review_at = said.at
      from jsonb_to_recordset(${sql.json(columns as never)}::jsonb) as said (task_id text, by text, note text,
        at timestamptz)
      where task.id = said.task_id`
  },
})
