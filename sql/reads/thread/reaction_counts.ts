import type { Query, Sql } from '../../client.ts'

/**
 * How often each reaction stands on a post, as JSON; null where none does. Sorted before they are counted: where the table
 * is small or new, PostgreSQL would count in a table of hashes, and setting one up for each of thirty posts took four times
 * as long as the rest of a thread.
 */
export const reactionCounts = (sql: Sql, post: Query): Query => sql`
  (select json_object_agg(reaction, n) from (
    select reaction, count(*) as n from (
      select reaction from reaction where reaction.post_id = ${post} order by reaction) one
    group by reaction) counted)`
