import type { Query, Sql } from '../../client.ts'

/** Posts of a DM that `me` did not write and has not read; `read` is the last one that they have, or null. */
export const unreadPosts = (sql: Sql, dm: Query, me: Query, read: Query): Query => sql`
  select from post where post.thread_id = ${dm} and post.author_id <> ${me} and post.deleted_at is null
    and post.seq > coalesce(${read}, 0)`

/** Their number, up to 1,000. */
export const unreadCount = (sql: Sql, dm: Query, me: Query, read: Query): Query => sql`
  (select count(*)::int from (${unreadPosts(sql, dm, me, read)} limit 1000) unread)`
