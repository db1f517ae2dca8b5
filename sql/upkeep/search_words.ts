import { type Sql, countOf } from '../client.ts'

/**
 * Indexes up to `most` waiting posts; returns how many it took. Concurrent calls take different posts. At every moment
 * a post is either indexed or waiting, so a search misses none.
 */
export const indexWaitingPosts = (sql: Sql, most: number): Promise<number> =>
  countOf(sql`
    with taken as (
      delete from words_waiting where ctid = any(array(
        select ctid from words_waiting limit ${most} for update skip locked)) returning post_id),
    indexed as (
      insert into post_words (post_id, hub_id, words)
      select post.id, thread.hub_id, words_of(thread.hub_id, post.body)
      from (select distinct post_id from taken) one join post on post.id = one.post_id
      join thread on thread.id = post.thread_id
      order by post.id
      on conflict (post_id) do update set words = excluded.words)
    select count(*)::int as taken from taken`)

/** Merges the index's pending list, so that no reader has to scan it. */
export async function settleWordIndex(sql: Sql): Promise<void> {
  await sql`select gin_clean_pending_list('post_words_words'::regclass)`
}
