import type { TaskReview, TaskState } from '../../src/rules/lists.ts'
import type { Sql } from '../client.ts'

/** A task as its thread's actor keeps it: what moves hang on, without its words. Times are epoch milliseconds. */
export interface Task {
  readonly id: string
  /** its line in the thread */
  readonly seq: number
  readonly state: TaskState
  readonly creator_id: string
  readonly assignee_id?: string
  readonly reviewer_id?: string
  readonly review?: TaskReview
  /** rises by one at every take */
  readonly claim: number
  readonly taken_at?: number
  readonly last_progress_at?: number
  readonly idle_at?: number
  readonly done_at?: number
  /** of its newest result */
  readonly result?: { readonly pad_id?: string; readonly edit_id?: string }
  /** moves so far */
  readonly n: number
}

interface Row {
  id: string
  thread_id: string
  seq: number
  state: TaskState
  creator_id: string
  assignee_id: string | null
  reviewer_id: string | null
  review: TaskReview | null
  claim: number
  taken_at: Date | null
  last_progress_at: Date | null
  idle_at: Date | null
  done_at: Date | null
  result_pad_id: string | null
  result_edit_id: string | null
  result_at: Date | null
  n: number
}

const columns = (sql: Sql) => sql`
  id, thread_id, seq, state, creator_id, assignee_id, reviewer_id, review, claim, taken_at, last_progress_at, idle_at,
  done_at, result_pad_id, result_edit_id, result_at, n`

/** Tasks that can still move, by thread: those unfinished, and those whose result waits for its reviewer. */
export async function movableTasks(
  sql: Sql,
  threads: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, Task>>> {
  const rows = await sql<Row[]>`
    select ${columns(sql)} from task
    where thread_id = any(${threads as string[]}::text[]) and state not in ('done', 'cancelled')
    union all
    select ${columns(sql)} from task
    where thread_id = any(${threads as string[]}::text[]) and review = 'waiting' and state = 'done'`
  const byThread = new Map<string, Map<string, Task>>()
  for (const row of rows) {
    const ofThread = byThread.get(row.thread_id) ?? new Map<string, Task>()
    byThread.set(row.thread_id, ofThread.set(row.id, taskOf(row)))
  }
  return byThread
}

/** Tasks by id, with the thread of each: also those that are over. */
export async function tasksById(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Task & { readonly thread_id: string }>> {
  const rows = await sql<Row[]>`select ${columns(sql)} from task where id = any(${ids as string[]}::text[])`
  return new Map(rows.map((row) => [row.id, { ...taskOf(row), thread_id: row.thread_id }]))
}

const taskOf = (row: Row): Task => ({
  id: row.id,
  seq: row.seq,
  state: row.state,
  creator_id: row.creator_id,
  ...(row.assignee_id !== null && { assignee_id: row.assignee_id }),
  ...(row.reviewer_id !== null && { reviewer_id: row.reviewer_id }),
  ...(row.review !== null && { review: row.review }),
  claim: row.claim,
  ...(row.taken_at && { taken_at: row.taken_at.getTime() }),
  ...(row.last_progress_at && { last_progress_at: row.last_progress_at.getTime() }),
  ...(row.idle_at && { idle_at: row.idle_at.getTime() }),
  ...(row.done_at && { done_at: row.done_at.getTime() }),
  ...(row.result_at && {
    result: {
      ...(row.result_pad_id !== null && { pad_id: row.result_pad_id }),
      ...(row.result_edit_id !== null && { edit_id: row.result_edit_id }),
    },
  }),
  n: row.n,
})
