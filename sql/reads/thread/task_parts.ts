import type { Query, Sql } from '../../client.ts'
import { mayNotWork, accountOfMe } from '../account/verified_account.ts'
import { countsAs } from '../account/one_human.ts'

/** Conditions on the table `task`: how far the work is. The first two are those of its indexes. */

export const unfinished = (sql: Sql): Query => sql`task.state not in ('done', 'cancelled')`

export const finished = (sql: Sql): Query => sql`task.state in ('done', 'cancelled')`

/** Its assignee has it. */
export const underWay = (sql: Sql): Query => sql`task.state in ('assigned', 'taken', 'working', 'blocked')`

/** Joins who works on a task and who reviews it, each with their human: a task may have neither. */
export const taskPeople = (sql: Sql): Query => sql`
  left join participant assignee on assignee.id = task.assignee_id
  left join participant assignee_human on assignee_human.id = assignee.human_id
  left join participant reviewer on reviewer.id = task.reviewer_id
  left join participant reviewer_human on reviewer_human.id = reviewer.human_id`

/** Whether the result of `task`, in `thread` of `hub`, waits for a reviewer who can no longer answer there. */
export const reviewerGone = (sql: Sql): Query => sql`(
  case when task.review = 'waiting' then not exists (
    select from participant me ${accountOfMe(sql)}
    where me.id = task.reviewer_id and not ${mayNotWork(sql)}
      and ${seatedAt(sql, sql`coalesce(me.parent_id, me.id)`)}) else false end)`

/** Whether `who`, counted as `as`, can answer a result of `task`: they have a seat there and are not its author. */
export const answerable = (sql: Sql, who: Query, as: Query): Query =>
  sql`(${seatedAt(sql, who)} and ${otherSide(sql)} is distinct from ${as})`

/** Whether this participant has a seat where `task` is. */
const seatedAt = (sql: Sql, who: Query): Query => sql`exists (
  select from seat where seat.participant_id = ${who} and seat.scope_id in (task.hub_id, task.thread_id))`

/**
 * The id that may not make the next step, as nobody reviews their own work: the one that the assignee counts as while the
 * result of `task` waits, and the one that the reviewer counts as until the task is taken.
 */
export const otherSide = (sql: Sql): Query => sql`(
  case when task.review = 'waiting' then ${countsAs(sql, sql`task.assignee_id`)}
    when task.reviewer_id is not null and task.state in ('open', 'assigned') then ${countsAs(sql, sql`task.reviewer_id`)} end)`
