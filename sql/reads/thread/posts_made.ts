import type { Query, Sql } from '../../client.ts'

/** How many posts a thread, joined under this name, has: its tasks take numbers of the same sequence. */
export const postsMade = (sql: Sql, thread: Query): Query =>
  sql`${thread}.last_seq - (select count(*)::int from task where task.thread_id = ${thread}.id)`
