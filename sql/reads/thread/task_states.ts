import type { TaskReview, TaskState } from '../../../src/rules/closed_lists.ts'
import { type Query, type Sql, groupsByKey, inMs, recordsByKey } from '../../client.ts'
import { unfinished } from './task_parts.ts'

/** A task as its thread's actor keeps it: what its moves depend on, without its words. Times are epoch milliseconds. */
export interface Task {
  readonly id: string
  /** the seq of its line in the thread */
  readonly seq: number
  readonly state: TaskState
  readonly creator_id: string
  readonly assignee_id?: string
  readonly reviewer_id?: string
  readonly review?: TaskReview
  /** incremented each time the task is taken */
  readonly claim: number
  readonly taken_at?: number
  readonly last_progress_at?: number
  readonly idle_at?: number
  readonly done_at?: number
  /** of the newest result */
  readonly result?: { readonly pad_id?: string; readonly edit_id?: string }
  /** number of moves so far */
  readonly n: number
}

const columns = (sql: Sql): Query => sql`
  id, seq, state, creator_id, assignee_id, reviewer_id, review, claim, ${inMs(sql, 'taken_at')} as taken_at,
  ${inMs(sql, 'last_progress_at')} as last_progress_at, ${inMs(sql, 'idle_at')} as idle_at,
  ${inMs(sql, 'done_at')} as done_at, case when result_at is not null then
    jsonb_strip_nulls(jsonb_build_object('pad_id', result_pad_id, 'edit_id', result_edit_id)) end as result, n`

/** Tasks that can still move, by thread: unfinished ones, and finished ones whose result waits for its reviewer. */
export async function movableTasks(
  sql: Sql,
  threads: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, Task>>> {
  const tasks = await groupsByKey<Task>(sql`
    select thread_id as key, ${columns(sql)} from task
    where thread_id = any(${threads}::text[]) and ${unfinished(sql)}
    union all
    select thread_id, ${columns(sql)} from task
    where thread_id = any(${threads}::text[]) and review = 'waiting' and state = 'done'`)
  return new Map([...tasks].map(([thread, of]) => [thread, new Map(of.map((task) => [task.id, task]))]))
}

/** Tasks by id, finished ones included, each with its thread. */
export const tasksById = (
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Task & { readonly thread_id: string }>> =>
  recordsByKey(sql`select id as key, thread_id, ${columns(sql)} from task where id = any(${ids}::text[])`)
