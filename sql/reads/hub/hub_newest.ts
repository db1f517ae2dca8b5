import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { Sql } from '../../client.ts'
import { person } from '../thread/shown_posts.ts'
import type { PersonRow } from '../thread/thread_row.ts'

/** The latest event in a thread or pad of a hub. */
export interface NewestRow {
  readonly id: string
  readonly by: PersonRow
  readonly at: Date
  /** the beginning of a post, or of an edit's note */
  readonly said: Untrusted | null
  /** posts since the reader's last visit; null without one */
  readonly unread: number | null
}

/** The newest post of each thread, and the number of its posts that the reader has not seen. */
export const newestPosts = (
  sql: Sql,
  threads: readonly string[],
  reader: string,
  characters: number,
): Promise<readonly NewestRow[]> => sql<NewestRow[]>`
  select thread.id, newest.by, newest.at, newest.said, thread.last_seq - mark.seq as unread
  from thread
  left join read_mark mark on mark.scope_id = thread.id and mark.participant_id = ${reader}
  cross join lateral (
    select ${person(sql, sql`author`, sql`human`)} as by, post.created_at as at, left(post.body, ${characters}) as said
    from post
    join participant author on author.id = post.author_id
    left join participant human on human.id = post.human_id
    where post.thread_id = thread.id and post.deleted_at is null
      and not exists (select from fold where fold.target_id = post.id)
    order by post.seq desc limit 1
  ) newest
  where thread.id = any(${threads}::text[])`

/** The newest edit of each pad; chosen before it is joined, since a generic plan expects short pads and would join them all. */
export const newestEdits = (
  sql: Sql,
  pads: readonly string[],
  characters: number,
): Promise<readonly NewestRow[]> => sql<NewestRow[]>`
  select pad.id, newest.by, newest.at, newest.said, null::integer as unread
  from pad
  cross join lateral (
    select ${person(sql, sql`author`, sql`human`)} as by, edit.at, left(edit.note, ${characters}) as said
    from (
      select * from edit where edit.pad_id = pad.id and edit.version is not null order by edit.version desc limit 1) edit
    join participant author on author.id = edit.author_id
    left join participant human on human.id = edit.human_id
  ) newest
  where pad.id = any(${pads}::text[])`
