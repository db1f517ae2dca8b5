import type { Sql } from '../../sql/client.ts'
import {
  type DmRow,
  dmsOf,
  dmStanding,
  type DmsWanted,
  dmWithPosts,
  type PostsWanted,
  requestsSince,
} from '../../sql/reads/dms.ts'
import { pairs } from '../../sql/facts/dms.ts'
import type { DmLine, DmPage } from '../render/dm.ts'
import { dmBetween } from '../rules/ids.ts'
import { areStrangers } from '../rules/strangers.ts'
import { type Place, placeOf } from './cursor.ts'
import { personOf, postView } from './thread.ts'

const nobody: ReadonlySet<string> = new Set()

/** Somebody's DMs, newest change first; `next` where there are more. */
export async function readDms(
  sql: Sql,
  me: string,
  { status, cursor, limit }: { status?: DmsWanted['status']; cursor?: string | undefined; limit: number },
): Promise<{ dms: readonly DmLine[]; next?: Place }> {
  const after = cursor === undefined ? undefined : placeOf(cursor)
  const rows = await dmsOf(sql, me, { status, after, limit: limit + 1 })
  const dms = rows.slice(0, limit).map((row) => lineOf(row, me))
  const last = rows.length > limit ? dms.at(-1) : undefined
  return { dms, ...(last && { next: { updated: last.updated, id: last.id } }) }
}

/** One DM and the posts asked for; undefined where it is missing to this reader. */
export async function readDm(sql: Sql, me: string, id: string, wanted: PostsWanted): Promise<DmPage | undefined> {
  const row = await dmWithPosts(sql, me, id, wanted)
  if (!row) return undefined
  const posts = (row.posts ?? []).map((post) => postView(post, null, nobody))
  const first = posts[0]?.seq
  const last = posts.at(-1)?.seq
  return {
    dm: lineOf(row, me),
    posts,
    has_older: first === undefined ? wanted.after !== undefined && wanted.after > 0 : first > 1,
    has_newer: last === undefined ? wanted.before !== undefined && wanted.before <= row.last_seq : last < row.last_seq,
  }
}

const lineOf = (row: DmRow, me: string): DmLine => ({
  id: row.id,
  with: personOf(row.other, nobody),
  status: row.status,
  direction: row.asked_by === me ? 'out' : 'in',
  ...(row.requested_at && { requested: row.requested_at }),
  ...(row.answered_at && { answered: row.answered_at }),
  last_seq: row.last_seq,
  unread: row.unread,
  updated: row.updated_at,
})

/** Whether writing to somebody would be a request to a stranger, as far as a door can tell: the actor decides. */
export async function wouldAsk(sql: Sql, me: string, to: string, now: number): Promise<boolean> {
  const dm = await dmStanding(sql, me, dmBetween(me, to))
  if (dm?.status === 'requested' && dm.asked_by !== me) return false
  const pair = [...(await pairs.load(sql, [{ from_id: me, to_id: to }])).values()][0]
  return pair !== undefined && areStrangers(pair, dm, now)
}

/** What a window of requests held, as PostgreSQL knows it. */
export const requestsBy =
  (sql: Sql, me: string) =>
  (since: number): Promise<readonly number[]> =>
    requestsSince(sql, me, since)
