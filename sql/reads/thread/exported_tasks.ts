import type { TaskRecord } from '../../../src/records/thread/task_record.ts'
import type { Reader } from '../../../src/rules/caller.ts'
import { type Query, type Sql, firstRecord, records } from '../../client.ts'
import { keeperOrNot } from './shown_posts.ts'
import type { PersonRow } from './thread_row.ts'
import { hubSeen, padNamed, readableThread } from '../may_read/readable_rows.ts'
import { taskPeople } from './task_parts.ts'

/** A task with every column that a reader may see. */
export interface WholeTask extends Omit<TaskRecord, 'creator' | 'assignee' | 'reviewer' | 'handed_in'> {
  readonly creator: PersonRow
  readonly assignee?: PersonRow
  readonly reviewer?: PersonRow
  readonly result_by?: string
  readonly result_at?: Date
  readonly link_host?: string
  readonly review_by?: string
  readonly review_at?: Date
}

const someone = (sql: Sql, who: Query, human: Query): Query =>
  sql`case when ${who}.id is not null then ${keeperOrNot(sql, who, human)} end`

const tasks = (sql: Sql, reader: Reader, where: Query): Query => sql`
  select task.id, task.thread_id, ${hubSeen(sql, reader)}, task.seq, task.title, task.details, task.state,
    task.host, task.review, task.claim, about.id as pad_id,
    case when about.id is not null then task.section_id end as section_id, task.from_post, task.due,
    task.taken_at as taken, task.last_progress_at as progress, task.idle_at as idle, task.done_at as done,
    task.block_note, case when task.result_at is not null then jsonb_strip_nulls(jsonb_build_object(
      'pad_id', result.id, 'edit_id', case when result.id is not null then task.result_edit_id end,
      'link', task.result_link, 'summary', task.result_summary, 'review_note', task.review_note)) end as result,
    task.result_by, task.result_at, task.result_link_host as link_host, task.review_by, task.review_at, task.n,
    task.created_at as created, task.updated_at as updated,
    ${keeperOrNot(sql, sql`creator`, sql`creator_human`)} as creator,
    ${someone(sql, sql`assignee`, sql`assignee_human`)} as assignee,
    ${someone(sql, sql`reviewer`, sql`reviewer_human`)} as reviewer
  from task
  join thread on thread.id = task.thread_id
  join hub on hub.id = thread.hub_id
  cross join lateral (select ${padNamed(sql, reader, sql`task.pad_id`)} as id) about
  cross join lateral (select ${padNamed(sql, reader, sql`task.result_pad_id`)} as id) result
  join participant creator on creator.id = task.creator_id
  left join participant creator_human on creator_human.id = task.creator_human_id
  ${taskPeople(sql)}
  where ${where} and ${readableThread(sql, reader)}`

export const wholeTask = (sql: Sql, reader: Reader, id: string): Promise<WholeTask | undefined> =>
  firstRecord(tasks(sql, reader, sql`task.id = ${id}`))

/** A thread's tasks after a seq, in the order of their lines. */
export const tasksAfter = (
  sql: Sql,
  reader: Reader,
  thread_id: string,
  { after, limit }: { after: number; limit: number },
): Promise<readonly WholeTask[]> =>
  records(sql`
    ${tasks(sql, reader, sql`task.thread_id = ${thread_id} and task.seq > ${after}`)} order by task.seq limit ${limit}`)
