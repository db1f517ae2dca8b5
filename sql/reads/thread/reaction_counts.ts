import type { Query, Sql } from '../../client.ts'

/**
 * The number of each reaction to a post, as JSON; null where there is none. Sorted before they are counted: for a small or
 * new table PostgreSQL would choose a hash aggregate, whose setup for each of thirty posts took four times as long as the
 * rest of a thread.
 */
export const reactionCounts = (sql: Sql, post: Query): Query => sql`
  (select json_object_agg(reaction, n) from (
    select reaction, count(*) as n from (
      select reaction from reaction where reaction.post_id = ${post} order by reaction) one
    group by reaction) counted)`
