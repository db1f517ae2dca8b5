import type { Query, Sql } from '../../client.ts'

/** Conditions on the table `task`: how far the work is. The first two are those of its indexes. */

export const unfinished = (sql: Sql): Query => sql`task.state not in ('done', 'cancelled')`

export const finished = (sql: Sql): Query => sql`task.state in ('done', 'cancelled')`

/** Its assignee has it. */
export const underWay = (sql: Sql): Query => sql`task.state in ('assigned', 'taken', 'working', 'blocked')`
