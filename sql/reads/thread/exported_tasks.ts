import type { HubSeen } from '../../../src/records/hub/hub_seen.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { TaskReview, TaskState } from '../../../src/rules/lists.ts'
import type { Reader } from '../../../src/rules/reader.ts'
import type { Query, Sql } from '../../client.ts'
import { firstRow } from '../../rows.ts'
import { keeperOrNot } from './shown_posts.ts'
import type { PersonRow } from './thread_row.ts'
import { hubSeen, padNamed, readableThread } from '../may_read/readable_rows.ts'
import { taskPeople } from './task_people.ts'

/** A task with every column that a reader may see. */
export interface WholeTaskRow {
  readonly hub: HubSeen
  readonly id: string
  readonly thread_id: string
  readonly seq: number
  readonly title: Untrusted
  readonly details: Untrusted | null
  readonly state: TaskState
  readonly creator: PersonRow
  readonly host: string | null
  readonly assignee: PersonRow | null
  readonly reviewer: PersonRow | null
  readonly review: TaskReview | null
  readonly claim: number
  readonly pad_id: string | null
  readonly section_id: string | null
  readonly from_post: string | null
  readonly due: Date | null
  readonly taken_at: Date | null
  readonly last_progress_at: Date | null
  readonly idle_at: Date | null
  readonly done_at: Date | null
  readonly block_note: Untrusted | null
  readonly result_pad_id: string | null
  readonly result_edit_id: string | null
  readonly result_link: Untrusted | null
  readonly result_link_host: string | null
  readonly result_summary: Untrusted | null
  readonly result_by: string | null
  readonly result_at: Date | null
  readonly review_by: string | null
  readonly review_note: Untrusted | null
  readonly review_at: Date | null
  readonly n: number
  readonly created_at: Date
  readonly updated_at: Date
}

const someone = (sql: Sql, who: Query, human: Query): Query =>
  sql`case when ${who}.id is not null then ${keeperOrNot(sql, who, human)} end`

const tasks = (sql: Sql, reader: Reader, where: Query): Query => sql`
  select task.id, task.thread_id, ${hubSeen(sql, reader)}, task.seq, task.title, task.details, task.state,
    task.host, task.review, task.claim, about.id as pad_id,
    case when about.id is not null then task.section_id end as section_id, task.from_post, task.due, task.taken_at,
    task.last_progress_at, task.idle_at, task.done_at, task.block_note, result.id as result_pad_id,
    case when result.id is not null then task.result_edit_id end as result_edit_id,
    task.result_link, task.result_link_host, task.result_summary, task.result_by, task.result_at, task.review_by,
    task.review_note, task.review_at, task.n, task.created_at, task.updated_at,
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

export const wholeTask = (sql: Sql, reader: Reader, id: string): Promise<WholeTaskRow | undefined> =>
  firstRow(sql`${tasks(sql, reader, sql`task.id = ${id}`)}`)

/** A thread's tasks after a seq, in the order of their lines. */
export const tasksAfter = (
  sql: Sql,
  reader: Reader,
  thread_id: string,
  { after, limit }: { after: number; limit: number },
): Promise<readonly WholeTaskRow[]> =>
  sql<WholeTaskRow[]>`
    ${tasks(sql, reader, sql`task.thread_id = ${thread_id} and task.seq > ${after}`)} order by task.seq limit ${limit}`
