import type { Untrusted } from '../../../src/text/untrusted.ts'
import { reads } from '../../../src/rules/limits.ts'
import type { Audience } from '../../../src/rules/hub_audience.ts'
import type { Seat } from '../../../src/rules/closed_lists.ts'
import type { Query, Sql } from '../../client.ts'
import { keeperOrNot } from './shown_posts.ts'
import type { PersonRow } from './thread_row.ts'
import { hidden } from '../may_read/readable_rows.ts'

/** The thread at one end of a ground, with what decides who may open it. */
export interface GroundEnd {
  readonly id: string
  readonly hub_id: string
  readonly audience: Audience
  readonly hidden: boolean
}

/** A post and the task or thread made from it. Not filtered by reader, since the two are in threads of their own. */
export interface GroundRow {
  readonly of_id: string
  readonly of_thread_id: string
  readonly of_title: Untrusted
  readonly post_id: string
  readonly post_thread_id: string
  readonly seq: number
  readonly edits: number
  readonly author: PersonRow
  readonly host: string | null
  /** its beginning; null when it is deleted, folded or hidden */
  readonly said: Untrusted | null
  /** the reason of its fold; null without one, or when it is hidden */
  readonly folded: string | null
  /** length of the whole post in characters */
  readonly size: number
  /** the thread of the task or thread, and that of the post */
  readonly ends: readonly [of: GroundEnd, post: GroundEnd]
}

/** The posts from which these tasks and threads were made, and what was made from these posts of a thread. */
export const groundsOf = (
  sql: Sql,
  { of, ...led }: { of: readonly string[]; thread_id: string; posts: readonly string[] },
): Promise<readonly GroundRow[]> =>
  sql<GroundRow[]>`
    select ground.of_id, ground.of_thread_id, coalesce(task.title, made.title) as of_title, ground.post_id,
      ground.post_thread_id, post.seq, post.edits, ${keeperOrNot(sql, sql`author`, sql`human`)} as author, post.host,
      case when post.deleted_at is null and fold.target_id is null then left(post.body, ${reads.grounds.saidCharacters}) end as said,
      case when fold.level = 'fold' then fold.reason end as folded,
      char_length(post.body) as size,
      json_build_array(${end(sql, sql`made`, sql`made_hub`)}, ${end(sql, sql`thread`, sql`hub`)}) as ends
    from (
      select * from ground where ground.of_id = any(${of}::text[])
      union ${newestLed(sql, led)}) ground
    join post on post.id = ground.post_id
    join thread on thread.id = ground.post_thread_id
    join hub on hub.id = thread.hub_id
    join thread made on made.id = ground.of_thread_id
    join hub made_hub on made_hub.id = made.hub_id
    left join fold on fold.target_id = post.id
    left join task on task.id = ground.of_id
    join participant author on author.id = post.author_id
    left join participant human on human.id = post.human_id
    order by ground.of_id desc, ground.n`

const end = (sql: Sql, thread: Query, hub: Query): Query => sql`
  json_build_object('id', ${thread}.id, 'hub_id', ${hub}.id, 'audience', ${hub}.audience, 'hidden',
    ${hidden(sql, sql`${thread}.id`)})`

/**
 * The newest tasks and threads made from each post. The limit applies to the post's own thread and to each hub separately, so
 * rows that a reader may not open never displace those that they may. Rows in other threads are left out when their thread is
 * folded, and rows in other hubs when their maker has no seat in the post's hub: its keepers could neither fold those rows
 * nor remove their maker.
 */
const newestLed = (sql: Sql, { thread_id, posts }: { thread_id: string; posts: readonly string[] }): Query => sql`
  select of_id, of_thread_id, post_id, post_thread_id, n from (
    select ground.*, row_number() over (
      partition by ground.post_id, made.hub_id, made.id = here.id order by ground.of_id desc) as place
    from ground
    join thread here on here.id = ground.post_thread_id
    join thread made on made.id = ground.of_thread_id
    left join task on task.id = ground.of_id
    join participant maker on maker.id = coalesce(task.creator_id, made.starter_id)
    where ground.post_thread_id = ${thread_id} and ground.post_id = any(${posts}::text[])
      and (made.id = here.id or not exists (select from fold where fold.target_id = made.id))
      and (made.hub_id = here.hub_id or exists (select from seat where seat.scope_id = here.hub_id
        and seat.participant_id in (maker.id, maker.human_id, maker.parent_id)))) led
  where place <= ${reads.grounds.led}`

interface EndSeatRow {
  readonly participant_id: string
  readonly scope_id: string
  readonly role: Seat
  /** taken, not given: a guest's */
  readonly taken: boolean
}

/** The seats that these readers have in these threads and hubs. */
export const seatsInEnds = (
  sql: Sql,
  { readers, scopes }: { readers: readonly string[]; scopes: readonly string[] },
): Promise<readonly EndSeatRow[]> =>
  sql<EndSeatRow[]>`
    select participant_id, scope_id, role, given_by = participant_id and role = 'member' as taken from seat
    where participant_id = any(${readers}::text[]) and scope_id = any(${scopes}::text[])`
