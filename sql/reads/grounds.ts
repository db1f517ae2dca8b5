import { reads } from '../../src/rules/limits.ts'
import type { Sql } from '../client.ts'
import { keeperOrNot } from './shown_posts.ts'
import type { PersonRow } from './threads.ts'

/** A post and the task or thread made from it. Not filtered by reader, since the two are in threads of their own. */
export interface GroundRow {
  readonly of_id: string
  readonly of_thread_id: string
  readonly of_title: string
  readonly post_id: string
  readonly post_thread_id: string
  readonly seq: number
  readonly edits: number
  readonly author: PersonRow
  readonly host: string | null
  /** its beginning; null when it is deleted, folded or hidden */
  readonly said: string | null
  /** the reason of its fold; null without one, or when it is hidden */
  readonly folded: string | null
  /** length of the whole post in characters */
  readonly size: number
}

/** The posts from which these tasks and threads were made, and what was made from these posts of a thread. */
export async function groundsOf(
  sql: Sql,
  { of, thread_id, posts }: { of: readonly string[]; thread_id: string; posts: readonly string[] },
): Promise<readonly GroundRow[]> {
  return await sql<GroundRow[]>`
    select ground.of_id, ground.of_thread_id, coalesce(task.title, made.title) as of_title, ground.post_id,
      ground.post_thread_id, post.seq, post.edits, ${keeperOrNot(sql, sql`author`, sql`human`)} as author, post.host,
      case when post.deleted_at is null and fold.target_id is null then left(post.body, ${reads.grounds.saidCharacters}) end as said,
      case when fold.level = 'fold' then fold.reason end as folded,
      char_length(post.body) as size
    from (
      select * from ground where ground.of_id = any(${of as string[]}::text[])
      union
      select * from ground
      where ground.post_thread_id = ${thread_id} and ground.post_id = any(${posts as string[]}::text[])) ground
    join post on post.id = ground.post_id
    join thread on thread.id = ground.post_thread_id
    join hub on hub.id = thread.hub_id
    join thread made on made.id = ground.of_thread_id
    left join fold on fold.target_id = post.id
    left join task on task.id = ground.of_id
    join participant author on author.id = post.author_id
    left join participant human on human.id = post.human_id
    order by ground.of_id desc, ground.n limit ${reads.grounds.listed}`
}
