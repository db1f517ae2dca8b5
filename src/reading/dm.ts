import type { Sql } from '../../sql/client.ts'
import {
  type DmRow,
  dmsOf,
  dmStanding,
  type DmsWanted,
  dmWithPosts,
  type PostsWanted,
  requestsSince,
} from '../../sql/reads/dm/dms.ts'
import { dmReader } from '../../sql/reads/dm/dm_reader.ts'
import { pairs } from '../../sql/facts/dms.ts'
import { present, presentAs } from '../records/present.ts'
import type { DmLine, DmPage } from '../records/dm_page.ts'
import type { DmView } from '../records/view.ts'
import { asClicked, type Caller } from '../rules/caller.ts'
import { dmBetween } from '../rules/ids.ts'
import { reads } from '../rules/limits.ts'
import { may } from '../rules/rights.ts'
import { dmMovesFrom, hasEnded } from '../rules/states/dm_status.ts'
import { areStrangers } from '../rules/strangers.ts'
import { cursorOf, placeOf, onePage } from './cursor.ts'
import { noReach, personOf } from './account/person.ts'
import { countingUnread, type ReadingParts } from './reading_parts.ts'
import { ownPosts } from './thread/own_posts.ts'
import { besideShown, postView } from './thread/thread_rows.ts'

/** Returns a participant's DMs, newest change first. */
export const readDms = countingUnread(listDms, (me) => me)

async function listDms(
  { sql }: ReadingParts,
  me: string,
  { status, cursor, limit }: { status?: DmsWanted['status']; cursor?: string | undefined; limit: number },
): Promise<{ readonly dms: readonly DmLine[]; readonly next_cursor?: string }> {
  const rows = await dmsOf(sql, me, { status, after: placeOf(cursor), limit: limit + 1 })
  const { shown, next_cursor } = onePage(rows, limit, ({ updated_at, id }) => cursorOf({ updated: updated_at, id }))
  return presentAs({ dms: shown.map((row) => lineOf(row, me)), next_cursor })
}

/** Returns one DM with the posts asked for; undefined when this reader cannot see it. */
export async function readDm(sql: Sql, me: string, id: string, wanted: PostsWanted): Promise<DmPage | undefined> {
  const row = await dmWithPosts(sql, me, id, wanted)
  if (!row) return undefined
  const posts = (row.posts ?? []).map((post) => postView(post, null, noReach))
  const ends = { first: posts[0]?.seq, last: posts.at(-1)?.seq }
  return { dm: lineOf(row, me), posts, ...besideShown(ends, wanted, row.last_seq) }
}

const lineOf = (row: DmRow, me: string): DmLine =>
  present({
    id: row.id,
    with: personOf(row.other, noReach),
    status: row.status,
    ended: row.status === 'declined' && hasEnded(row) ? true : undefined,
    direction: row.asked_by === me ? 'out' : 'in',
    requested: row.requested_at,
    answered: row.answered_at,
    last_seq: row.last_seq,
    unread: row.unread,
    updated: row.updated_at,
    ...(row.said !== null && present({ said: row.said, said_by_me: row.said_by === me ? true : undefined })),
    // only a side that blocked a DM sees it as blocked
    moves: dmMovesFrom({ status: row.status, asked: row.asked_by !== me, blockedByMe: row.status === 'blocked' }),
  })

/** Returns a DM as its page and its card show it. */
export async function dmView(sql: Sql, page: DmPage, caller: Caller): Promise<DmView> {
  const { dm, posts } = page
  const row = await dmReader(sql, {
    dm_id: dm.id,
    me: caller.id,
    other: dm.with.id,
    posts: posts.map(({ id }) => id),
    hubs: reads.dms.sharedHubs,
  })
  const isOpen = dm.status === 'open'
  const own = { by: asClicked(caller), seat: 'member', own: true } as const
  const can = (act: 'post' | 'react' | 'edit_post' | 'delete_post'): boolean => may(act, own) === true
  return {
    kind: 'dm',
    ...page,
    posts: ownPosts(posts, row.reacted, caller),
    ...present({ read_seq: row.read_seq, read_at: row.read_at }),
    may: [
      ...(['post', 'react', 'edit_post'] as const).filter((act) => isOpen && can(act)),
      ...(can('delete_post') ? (['delete_post'] as const) : []),
      'report',
    ],
    shared: (row.shared ?? []).map(({ slug, title, seat }) => ({ slug, title, seat })),
  }
}

/**
 * Where writing to a participant would be a request to a stranger, as far as a door can tell (the actor decides), a name for
 * that request: the same for all calls that ask at once, another once a request was declined.
 */
export async function requestTo(sql: Sql, me: string, to: string, now: number): Promise<string | undefined> {
  const dm = await dmStanding(sql, me, dmBetween(me, to))
  if (dm?.status === 'requested' && dm.asked_by !== me) return undefined
  const pair = [...(await pairs.load(sql, [{ from_id: me, to_id: to }])).values()][0]
  return pair !== undefined && areStrangers(pair, dm, now) ? `${to} ${dm?.last_seq ?? 0}` : undefined
}

/** Whether a participant is one of the two. */
export const isInDm = async (sql: Sql, me: string, dm: string): Promise<boolean> =>
  (await dmStanding(sql, me, dm)) !== undefined

/** Reads the requests in a pace window from PostgreSQL, as epoch milliseconds. */
export const requestTimes =
  (sql: Sql, me: string) =>
  (since: number): Promise<readonly number[]> =>
    requestsSince(sql, me, since)
