import type { Untrusted } from '../../../src/text/untrusted.ts'
import { reads } from '../../../src/rules/limits.ts'
import type { Mode } from '../../../src/rules/hub_mode.ts'
import type { Seat } from '../../../src/rules/closed_lists.ts'
import type { HubSeen } from '../../../src/records/refs.ts'
import type { OwnTasks } from '../../../src/records/home/home_view.ts'
import type { AgentToAsk } from '../../../src/records/home/own_agent.ts'
import { type Reader, seatHolder } from '../../../src/rules/caller.ts'
import type { Query, Sql } from '../../client.ts'
import { countsAs } from '../account/one_human.ts'
import { agentIdsOf, isAgentOf } from '../account/own_ids.ts'
import { limitTo } from '../limit_to.ts'
import { keeperOrNot } from '../thread/shown_posts.ts'
import { answerable, otherSide, reviewerGone, taskPeople, underWay, unfinished } from '../thread/task_parts.ts'
import type { PersonRow, TaskRow } from '../thread/thread_row.ts'
import { hubSeen, padNamed, readableThread } from '../may_read/readable_rows.ts'
import { keeps, seatRank } from '../hub/seats/seat_parts.ts'

export type TaskPart = 'check' | 'fallen' | 'work' | 'mine' | 'open' | 'done' | 'everybody'

/** A task with its place, and what decides which moves the reader may make. */
export interface OwnTaskRow extends TaskRow {
  readonly hub: HubSeen
  readonly part: TaskPart | 'named'
  readonly thread_id: string
  readonly thread_title: Untrusted
  readonly starter: PersonRow
  readonly mode: Mode
  readonly seat: Seat | null
}

/**
 * Tasks that concern a person: results they review, those whose review fell to them, tasks of theirs and of their
 * agents, tasks that anyone in their hubs may take, tasks done since a time; with `everybody` also all unfinished tasks in
 * their hubs. `as`: the id that the person counts as.
 */
export function tasksOf(
  sql: Sql,
  reader: Reader,
  me: string,
  { as, since, most, parts }: { as: string; since: Date; most: number; parts: readonly [TaskPart, ...TaskPart[]] },
): Promise<readonly OwnTaskRow[]> {
  const mine = sql`(${agentIdsOf(sql, me)} union select ${me}) mine`
  // what the reader may not see takes no place of what they may
  const shown = sql`
    join thread on thread.id = task.thread_id join hub on hub.id = thread.hub_id where ${readableThread(sql, reader)}`
  const theyAnswer = answerable(sql, sql`${me}`, sql`${as}`)
  // offset 0: looked up for each task, else all threads are read to find those of a few
  const goingOn = sql`
    select task.id, task.updated_at from task
    where task.hub_id = seat.scope_id and ${unfinished(sql)} and exists (
      select from thread join hub on hub.id = thread.hub_id
      where thread.id = task.thread_id and ${readableThread(sql, reader)} offset 0)`
  const first = (ordered: Query): Query => limitTo(sql, most, ordered)
  const perHub = (tasks: Query): Query =>
    first(sql`
    select one.id, one.updated_at from seat cross join lateral ${first(sql`
        ${tasks} order by task.updated_at desc, task.id desc`)} one
      where seat.participant_id = ${me} order by one.updated_at desc`)
  const lists: Record<TaskPart, Query> = {
    check: first(sql`
      select task.id from task ${shown}
        and task.reviewer_id = ${me} and task.review = 'waiting' and ${theyAnswer}
      order by task.updated_at desc`),
    fallen: first(sql`
      select task.id from (
        (select id from task where creator_id = ${me} and review = 'waiting'
          order by updated_at desc limit ${reads.home.reviewsScanned})
        union
        (select waiting.id from seat cross join lateral (
            select id from task where task.hub_id = seat.scope_id and review = 'waiting'
            order by updated_at desc limit ${reads.home.reviewsScanned}) waiting
          where seat.participant_id = ${me} and ${keeps(sql, sql`seat.role`)})) waiting
      join task on task.id = waiting.id ${shown} and ${reviewerGone(sql)} and ${theyAnswer}
      order by task.updated_at desc`),
    work: first(sql`
      select task.id from ${mine} join task on task.assignee_id = mine.id
        and ${underWay(sql)} ${shown}
      order by task.updated_at desc`),
    mine: first(sql`
      select task.id from task ${shown} and task.assignee_id = ${me}
        and ${underWay(sql)}
      order by task.updated_at desc`),
    open: perHub(sql`${goingOn} and task.state = 'open'`),
    done: first(sql`
      select task.id from ${mine} join task on task.assignee_id = mine.id and task.state = 'done'
        and task.done_at > ${since} ${shown}
      order by task.done_at desc`),
    everybody: perHub(goingOn),
  }
  const listed = parts
    .map((part) => sql`select id, ${part}::text as part from ${lists[part]} listed`)
    .reduce((all, one) => sql`${all} union all ${one}`)
  return shownTo(sql, reader, me, listed)
}

/**
 * How many tasks a participant has and reviews, of threads that the reader can still read. A review that fell to them is not
 * among these until they answer it: they share it with others, and finding those takes a look at each of their hubs.
 */
export async function countOwnTasks(sql: Sql, reader: Reader, participant: string): Promise<OwnTasks> {
  const [row] = await sql<OwnTasks[]>`
    select (count(*) filter (where theirs and task.state = 'assigned'))::int as assigned,
      (count(*) filter (where theirs and task.state in ('taken', 'working')))::int as working,
      (count(*) filter (where theirs and task.state = 'blocked'))::int as blocked,
      (count(*) filter (where not theirs))::int as to_review
    from (
      select thread_id, state, true as theirs from task
      where assignee_id = ${participant} and ${underWay(sql)}
      union all
      select thread_id, state, false from task
      where reviewer_id = ${participant} and review = 'waiting'
        and ${answerable(sql, sql`${seatHolder(reader)}`, countsAs(sql, sql`${participant}`))}
    ) task
    join thread on thread.id = task.thread_id join hub on hub.id = thread.hub_id
    where ${readableThread(sql, reader)}`
  return row ?? { assigned: 0, working: 0, blocked: 0, to_review: 0 }
}

/** A person's agents, each with those of these hubs in which it could take a task. */
export const agentsToAsk = (
  sql: Sql,
  human: string,
  { hubs, limit }: { readonly hubs: readonly string[]; readonly limit: number },
): Promise<readonly AgentToAsk[]> =>
  sql<AgentToAsk[]>`
    select agent.id, agent.handle, agent.name, agent.paused_at is not null as paused,
      array(select scope_id from seat where seat.participant_id = agent.id
        and scope_id = any (${hubs}::text[])) as hubs
    from participant agent
    where ${isAgentOf(sql, sql`agent`, human)}
    order by agent.id desc limit ${limit}`

/** Those of these tasks that the reader may see. */
export const tasksNamed = (
  sql: Sql,
  reader: Reader,
  me: string,
  ids: readonly string[],
): Promise<readonly OwnTaskRow[]> =>
  shownTo(sql, reader, me, sql`select id, 'named' as part from unnest(${ids}::text[]) as named (id)`)

const shownTo = (sql: Sql, reader: Reader, me: string, listed: Query): Promise<readonly OwnTaskRow[]> => sql<
  OwnTaskRow[]
>`
  select part, task.id, task.seq, task.title, task.details, task.creator_id, task.state, task.review, task.claim,
    task.due, task.idle_at, task.block_note, task.result_link,
    result.id as result_pad_id, case when result.id is not null then task.result_edit_id end as result_edit_id,
    task.result_summary, task.review_note, task.updated_at, thread.id as thread_id, thread.title as thread_title,
    ${hubSeen(sql, reader)}, hub.mode, ${keeperOrNot(sql, sql`starter`, sql`starter_human`)} as starter,
    (select role from seat where seat.participant_id = ${me} and seat.scope_id in (hub.id, thread.id)
      order by ${seatRank(sql, sql`role`)} limit 1) as seat,
    case when assignee.id is not null then ${keeperOrNot(sql, sql`assignee`, sql`assignee_human`)} end as assignee,
    case when reviewer.id is not null then ${keeperOrNot(sql, sql`reviewer`, sql`reviewer_human`)} end as reviewer,
    ${reviewerGone(sql)} as reviewer_gone, ${otherSide(sql)} as other_side
  from (${listed}) listed
  join task on task.id = listed.id join thread on thread.id = task.thread_id join hub on hub.id = thread.hub_id
  cross join lateral (select ${padNamed(sql, reader, sql`task.result_pad_id`)} as id) result
  join participant starter on starter.id = thread.starter_id
  left join participant starter_human on starter_human.id = thread.starter_human_id
  ${taskPeople(sql)}
  where ${readableThread(sql, reader)}
  order by task.updated_at desc, task.id desc`
