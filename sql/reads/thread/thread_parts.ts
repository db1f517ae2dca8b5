import { otherSide, reviewerGone, taskPeople, finished, unfinished } from './task_parts.ts'
import { prefixes } from '../../../src/rules/ids.ts'
import { reads } from '../../../src/rules/limits.ts'
import type { Query, Sql } from '../../client.ts'
import { person } from './shown_posts.ts'
import { hidden } from '../may_read/readable_rows.ts'

export interface ThreadWanted {
  readonly id: string
  /** the newest posts before this seq */
  readonly before?: number
  /** the oldest posts after this seq */
  readonly after?: number
  /** only this post */
  readonly post?: string
  /** the answers to this post, oldest first */
  readonly answers?: string
  readonly posts: number
  readonly decisions: number
  readonly tasks: number
  /** whose seats to return */
  readonly readers: readonly string[]
}

/** The condition, and order, that selects posts or task lines: both share one sequence of numbers. */
export const range = (sql: Sql, { before, after, post, answers }: ThreadWanted, table: 'post' | 'task'): Query => {
  const seq = sql`${sql(table)}.seq`
  if (answers !== undefined) return table === 'task' ? sql`and false` : sql`and post.reply_to = ${answers} order by seq`
  if (post !== undefined) return sql`and ${sql(table)}.id = ${post}`
  // bigint, as wide as the input allows: a client may ask for one past the greatest seq
  if (after !== undefined) return sql`and ${seq} > ${after}::bigint order by ${seq}`
  return before === undefined ? sql`order by ${seq} desc` : sql`and ${seq} < ${before}::bigint order by ${seq} desc`
}

/** The thread that one folded as a duplicate repeats, as long as it is in the same hub and not hidden. */
export const duplicated = (sql: Sql): Query =>
  sql`case when fold.reason = 'duplicate' then (
    select json_build_object('id', other.id, 'title', other.title) from thread other
    where other.id = fold.duplicate_of and other.hub_id = thread.hub_id and not ${hidden(sql, sql`other.id`)}) end`

/** Null when the participant is null. */
const personOrNone = (sql: Sql, who: Query, human: Query): Query =>
  sql`case when ${who}.id is not null then ${person(sql, who, human)} end`

/** The newest unfinished tasks, or the newest finished ones: each has an index in this order. */
const newestTasks = (sql: Sql, { tasks }: ThreadWanted, which: Query): Query => sql`
  (select * from task where task.thread_id = thread.id and ${which}
    order by task.updated_at desc, task.id desc limit ${tasks})`

/** Pads that the thread is about, decided on, produced as results, or names in its newest posts. */
export const tiedPads = (sql: Sql): Query => sql`
  select thread.about_pad_id as pad_id, 'about' as via
  union all select decision.pad_id, 'decision' from decision where decision.thread_id = thread.id
  union all select task.result_pad_id, 'result' from task
    where task.thread_id = thread.id and task.result_pad_id is not null
  union all (select found[1], 'mentioned' from ${newestSaid(sql)} newest,
    regexp_matches(newest.body, ${`(${prefixes.pad}[0-9a-hjkmnp-tv-z]{26})`}, 'g') found
    where strpos(newest.body, ${prefixes.pad}) > 0 limit ${reads.thread.mentionedPads})`

const newestSaid = (sql: Sql): Query => sql`(
  select post.body from post left join fold on fold.target_id = post.id
  where post.thread_id = thread.id and post.deleted_at is null and fold.target_id is null
  order by post.seq desc limit ${reads.thread.newest})`

/** Whether the newest posts may name pads. */
export const namesPads = (sql: Sql): Query =>
  sql`exists (select from ${newestSaid(sql)} newest where strpos(newest.body, ${prefixes.pad}) > 0)`

/** Task lines within the requested range of posts. */
export const taskLines = (sql: Sql, wanted: ThreadWanted): Query => sql`
  (select json_agg(line order by line.seq) from (
    select task.id, task.seq, task.title, task.host, task.created_at,
      ${person(sql, sql`creator`, sql`human`)} as by
    from task join participant creator on creator.id = task.creator_id
    left join participant human on human.id = task.creator_human_id
    where task.thread_id = thread.id ${range(sql, wanted, 'task')} limit ${reads.thread.taskLines}) line)`

/** Unfinished tasks first, then finished ones, each by latest change. */
export const newestOfTasks = (sql: Sql, wanted: ThreadWanted): Query => sql`
  (select json_agg(listed) from (
    select task.id, task.seq, task.title, task.details, task.creator_id, task.state, task.review, task.claim, task.due, task.idle_at,
      task.block_note, task.result_pad_id, task.result_edit_id, task.result_link, task.result_summary,
      task.review_note, task.updated_at,
      ${personOrNone(sql, sql`assignee`, sql`assignee_human`)} as assignee,
      ${personOrNone(sql, sql`reviewer`, sql`reviewer_human`)} as reviewer, ${reviewerGone(sql)} as reviewer_gone,
      ${otherSide(sql)} as other_side
    from (${newestTasks(sql, wanted, unfinished(sql))}
      union all ${newestTasks(sql, wanted, finished(sql))}) task
    ${taskPeople(sql)}
    order by ${finished(sql)}, task.updated_at desc, task.id desc limit ${wanted.tasks}) listed)`

export const padsTied = (sql: Sql): Query => sql`
  (select json_agg(tied) from (
    select distinct on (pad.id) pad.id, pad.title, pad.version, via from (${tiedPads(sql)}) tie
    join pad on pad.id = tie.pad_id and pad.hub_id = thread.hub_id
    where not ${hidden(sql, sql`pad.id`)}
    order by pad.id, array_position(array['about', 'decision', 'result', 'mentioned'], via)) tied)`

export const newestDecisions = (sql: Sql, wanted: ThreadWanted): Query => sql`
  (select json_agg(made) from (
    select decision.id, decision.pad_id, decision.status, decision.text, decision.reason, decision.at, decision.section_id,
      decision.post_id, ${person(sql, sql`author`, sql`human`)} as by
    from decision join participant author on author.id = decision.author_id
    left join participant human on human.id = decision.human_id
    where decision.thread_id = thread.id and not ${hidden(sql, sql`decision.pad_id`)}
    order by decision.at desc limit ${wanted.decisions}) made)`

/** Whether a flag waits to be settled: nobody answered it, or its time ran out. Null for a thread that flags nothing. */
export const unsettled = (sql: Sql): Query => sql`thread.dispute in ('open', 'unresolved')`

/** How many posts a thread, joined under this name, has: its tasks take numbers of the same sequence. */
export const postsMade = (sql: Sql, thread: Query): Query =>
  sql`${thread}.last_seq - (select count(*)::int from task where task.thread_id = ${thread}.id)`
