import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { DmStatus } from '../../../src/rules/closed_lists.ts'
import { type Query, type Sql, firstRow } from '../../client.ts'
import { person, shownPosts } from '../thread/shown_posts.ts'
import type { PersonRow, PostRow } from '../thread/thread_row.ts'
import { unreadCount, unreadPosts } from './unread_posts.ts'

/** A DM as seen by one of its sides. */
export interface DmRow {
  readonly id: string
  /** as this side is told it */
  readonly status: DmStatus
  /** it was open once */
  readonly was_open: boolean
  readonly asked_by: string
  readonly requested_at: Date | null
  readonly answered_at: Date | null
  readonly last_seq: number
  readonly updated_at: Date
  readonly unread: number
  readonly other: PersonRow
  /** the beginning of the newest post */
  readonly said: Untrusted | null
  /** author of that post */
  readonly said_by: string | null
}

interface DmWithPostsRow extends DmRow {
  readonly posts: readonly PostRow[] | null
}

const isSide = (sql: Sql, me: string): Query => sql`${me} in (dm.a_id, dm.b_id)`

/** The rule that statusSeen (src/rules/states/dm_status.ts) states: a side that was blocked is not told so. */
export const statusFor = (sql: Sql, me: string): Query => sql`
  case when dm.status <> 'blocked' or dm.blocked_by = ${me} or dm.blocked_both then dm.status
    when not dm.was_open and dm.asked_by = ${me} and dm.answered_at is null then 'requested' else 'declined' end`

const readUpTo = (sql: Sql, me: string): Query =>
  sql`(select seq from read_mark where scope_id = dm.id and participant_id = ${me})`

const columns = (sql: Sql, me: string): Query => sql`
  dm.id, ${statusFor(sql, me)} as status, dm.was_open, dm.asked_by, dm.requested_at, dm.answered_at, dm.last_seq, dm.updated_at,
  ${unreadCount(sql, sql`dm.id`, sql`${me}`, readUpTo(sql, me))} as unread,
  ${person(sql, sql`other`, sql`human`)} as other, newest.said, newest.said_by`

const joins = (sql: Sql, me: string): Query => sql`
  join participant other on other.id = case when dm.a_id = ${me} then dm.b_id else dm.a_id end
  left join participant human on human.id = other.human_id ${newest(sql)}`

export interface DmsWanted {
  readonly status?: DmStatus | undefined
  /** continue after this one */
  readonly after?: { readonly updated: Date; readonly id: string } | undefined
  readonly limit: number
}

/** The newest post that is not deleted. */
const newest = (sql: Sql): Query => sql`
  left join lateral (select left(post.body, 300) as said, post.author_id as said_by from post
    where post.thread_id = dm.id and post.deleted_at is null order by post.seq desc limit 1) newest on true`

/** A participant's DMs, latest change first. */
export async function dmsOf(sql: Sql, me: string, { status, after, limit }: DmsWanted): Promise<readonly DmRow[]> {
  const wanted = sql`${isSide(sql, me)} ${status === undefined ? sql`` : sql`and ${statusFor(sql, me)} = ${status}`}
    ${after ? sql`and (dm.updated_at, dm.id) < (${after.updated}, ${after.id})` : sql``}
    order by dm.updated_at desc, dm.id desc limit ${limit}`
  return await sql<DmRow[]>`
    select ${columns(sql, me)} from (
      (select * from dm where dm.a_id = ${me} and ${wanted})
      union all (select * from dm where dm.b_id = ${me} and ${wanted})) dm
    ${joins(sql, me)}
    order by dm.updated_at desc, dm.id desc limit ${limit}`
}

export interface PostsWanted {
  /** the newest posts before this seq */
  readonly before?: number | undefined
  /** the oldest posts after this seq */
  readonly after?: number | undefined
  readonly limit: number
}

/** A DM with the requested posts. Returns undefined for both missing and not visible. */
export async function dmWithPosts(
  sql: Sql,
  me: string,
  id: string,
  { before, after, limit }: PostsWanted,
): Promise<DmWithPostsRow | undefined> {
  const range =
    after !== undefined
      ? sql`and post.seq > ${after}::bigint order by post.seq`
      : sql`${before === undefined ? sql`` : sql`and post.seq < ${before}::bigint`} order by post.seq desc`
  const [row] = await sql<DmWithPostsRow[]>`
    select ${columns(sql, me)}, ${shownPosts(sql, sql`post.thread_id = dm.id ${range} limit ${limit}`)} as posts
    from dm ${joins(sql, me)} where dm.id = ${id} and ${isSide(sql, me)}`
  return row
}

/** A DM's status: a post in an open one is no request. */
export const dmStanding = (
  sql: Sql,
  me: string,
  id: string,
): Promise<{ readonly status: DmStatus; readonly asked_by: string; readonly last_seq: number } | undefined> =>
  firstRow(sql`
    select ${statusFor(sql, me)} as status, asked_by, last_seq from dm where id = ${id} and ${isSide(sql, me)}`)

/** When a participant sent DM requests to strangers, in epoch milliseconds; only the latest request to each counts. */
export async function requestsSince(sql: Sql, me: string, since: number): Promise<readonly number[]> {
  const rows = await sql<{ at: Date }[]>`
    select requested_at as at from dm where asked_by = ${me} and requested_at > ${new Date(since)}`
  return rows.map(({ at }) => at.getTime())
}

export interface DmCounts {
  /** requests that wait for the participant's answer */
  readonly dm_requests: number
  /** open DMs with unread posts */
  readonly dms_unread: number
}

export async function dmCounts(sql: Sql, me: string): Promise<DmCounts> {
  const [row] = await sql<DmCounts[]>`
    select (count(*) filter (where dm.status = 'requested' and dm.asked_by <> ${me}))::int as dm_requests,
      (count(*) filter (where dm.status = 'open'
        and exists (${unreadPosts(sql, sql`dm.id`, sql`${me}`, sql`mark.seq`)})))::int as dms_unread
    from (select * from dm where a_id = ${me} union all select * from dm where b_id = ${me}) dm
    left join read_mark mark on mark.scope_id = dm.id and mark.participant_id = ${me}
    where dm.status in ('requested', 'open')
      and (dm.status = 'requested' or dm.last_seq > coalesce(mark.seq, 0))`
  return row ?? { dm_requests: 0, dms_unread: 0 }
}
