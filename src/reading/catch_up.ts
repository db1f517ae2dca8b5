import type { Sql } from '../../sql/client.ts'
import {
  audienceOf,
  type Change,
  changesIn,
  joinedAt,
  lastCursor,
  type Place,
  presentSnapshot,
  type Scope,
  type Window,
} from '../../sql/reads/catch_up.ts'
import {
  type DecisionChange,
  decisionChanges,
  type PadChange,
  padChanges,
  type TaskChange,
  taskChanges,
  textsSince,
  type ThreadChange,
  threadChanges,
} from '../../sql/reads/changes.ts'
import { noteCaughtUp } from '../../sql/claims/caught_up.ts'
import { readableHubId } from '../../sql/reads/readable.ts'
import { readableIds } from '../../sql/reads/readable_ids.ts'
import type { BlockView } from '../records/section.ts'
import type { PostView } from '../records/post.ts'
import { invalid, unreadable } from '../rules/errors.ts'
import { reads } from '../rules/limits.ts'
import { characters } from '../text/characters.ts'
import { instant } from '../text/instant.ts'
import { cursorOf, cursorText, snapshotOf, snapshotText } from './catch_up_cursor.ts'
import { readPad } from './pad.ts'
import type { Reader } from '../rules/reader.ts'
import { readThread } from './thread.ts'

export interface CatchUpWanted {
  /** at most one of hub, thread_id and pad_id */
  readonly hub?: string | undefined
  readonly thread_id?: string | undefined
  readonly pad_id?: string | undefined
  /** a cursor, or an ISO 8601 time */
  readonly since?: string | undefined
  /** include the text of new posts and blocks */
  readonly texts: boolean
  readonly limit: number
}

/** The changes in a window that begins after `since`, oldest first. */
export interface CaughtUp {
  readonly since: Date
  readonly cursor: string
  readonly more: boolean
  readonly changes: readonly Changed[]
  /** the hub, thread or pad that was asked for; empty for all places where the reader has a seat */
  readonly scope_id: string
  /** true when nothing in it is for members only */
  readonly isPublic: boolean
}

export type Changed =
  | (ThreadChange & { readonly kind: 'thread'; readonly posts?: readonly PostView[] })
  | (PadChange & { readonly kind: 'pad'; readonly blocks?: readonly BlockView[] })
  | (TaskChange & { readonly kind: 'task' })
  | (DecisionChange & { readonly kind: 'decision' })

/** Throws one_of, since, not_found. Moves no mark: `saveCursor` records what was told, once it has been told. */
export async function catchUp(sql: Sql, reader: Reader, wanted: CatchUpWanted, now: number): Promise<CaughtUp> {
  const scope = await scopeOf(sql, reader, wanted)
  const present = await presentSnapshot(sql)
  const { past, ...window } = await windowOf(sql, reader, scope, { asked: wanted.since, present, now })
  const found = await changesIn(sql, reader, scope, { ...window, past, limit: wanted.limit + 1 })
  const changes = found.slice(0, wanted.limit)
  const more = found.length > changes.length
  const last = changes.at(-1)
  const changed = await detailsOf(sql, reader, changes, window)
  const cursor = more && last ? onTheWay(window, last) : atTheEnd(window, past ? [past, ...changes] : changes)
  return {
    scope_id: scope.hub_id ?? scope.thread_id ?? scope.pad_id ?? '',
    isPublic: reader.publicOn && (await onlyPublic(sql, scope, changed)),
    since: window.since,
    more,
    cursor,
    changes: wanted.texts ? await withTexts(sql, reader, changed, now) : changed,
  }
}

/** Moves the reader's mark to where the next call begins. A failed write only costs a change told twice. */
export async function saveCursor(
  sql: Sql,
  { id: participant_id }: Reader,
  { scope_id, cursor }: CaughtUp,
  now: number,
): Promise<void> {
  if (participant_id === undefined) return
  await noteCaughtUp(sql, { participant_id, scope_id, cursor, at: new Date(now) }).catch(() => undefined)
}

/** Keeps both ends of the window: a thread on the next page may have posts since its beginning. */
const onTheWay = ({ since, seen, until }: Window, { at, id }: Place): string =>
  cursorText({
    since: since.getTime(),
    ...(seen !== undefined && { seen: snapshotOf(seen) }),
    going: { until: snapshotOf(until), at: at.getTime(), id },
  })

/** The last told may be a late one, which has no time of its own. */
const atTheEnd = ({ since, until }: Window, told: readonly Place[]): string =>
  cursorText({ since: Math.max(since.getTime(), ...told.map(({ at }) => at.getTime())), seen: snapshotOf(until) })

/**
 * Even an empty answer reveals something about the place that was asked for, so the audience of that place decides.
 * With no place named, an answer is public when it has changes and all of them are public.
 */
async function onlyPublic(sql: Sql, scope: Scope, changes: readonly Changed[]): Promise<boolean> {
  const named = scope.hub_id ?? scope.thread_id ?? scope.pad_id
  if (named !== undefined) return (await audienceOf(sql, scope)) === 'public'
  return changes.length > 0 && changes.every(({ audience }) => audience === 'public')
}

async function scopeOf(sql: Sql, reader: Reader, { hub, thread_id, pad_id }: CatchUpWanted): Promise<Scope> {
  if ([hub, thread_id, pad_id].filter((one) => one !== undefined).length > 1) {
    throw invalid('one_of', 'Send at most one of hub, thread_id and pad_id.')
  }
  if (hub !== undefined) {
    const hub_id = await readableHubId(sql, reader, hub)
    if (hub_id === undefined) throw unreadable('hub')
    return { hub_id }
  }
  const id = thread_id ?? pad_id
  if (id !== undefined && !(await readableIds(sql, reader, [id])).has(id)) {
    throw unreadable(thread_id === undefined ? 'pad' : 'thread')
  }
  return { thread_id, pad_id }
}

async function windowOf(
  sql: Sql,
  reader: Reader,
  scope: Scope,
  { asked, present, now }: { asked: string | undefined; present: string; now: number },
): Promise<Window & { readonly past?: Place }> {
  if (asked === undefined) {
    const earliest = new Date(now - reads.catchUp.longestBack)
    const joined = await joinedAt(sql, reader, scope)
    const since = joined && joined > earliest ? joined : earliest
    // a mark from before the reader joined did not cover this place; nor, without a seat, did a mark over all places
    const own = await lastCursor(sql, reader, scope, { after: since, seated: joined !== undefined })
    return own === undefined ? { since, until: present } : windowOf(sql, reader, scope, { asked: own, present, now })
  }
  const time = isoTime(asked)
  if (time !== undefined) return { since: new Date(time), until: present }
  const cursor = cursorOf(asked)
  if (!cursor) {
    throw invalid('since', 'since is a cursor of catch_up as it came, or an ISO 8601 time like 2026-09-24T10:15:00Z.')
  }
  const { seen, going } = cursor
  const since = new Date(cursor.since)
  // future transactions: the cursor is from a database that this one was restored from, and only its time is usable
  const known = snapshotOf(present).xmax
  if ((seen?.xmax ?? 0) > known || (going?.until.xmax ?? 0) > known) return { since, until: present }
  return {
    since,
    seen: seen && snapshotText(seen),
    until: going ? snapshotText(going.until) : present,
    ...(going && { past: { at: new Date(going.at), id: going.id } }),
  }
}

/** Parses a date alone, or a time with its zone. */
const isoTime = (text: string): number | undefined =>
  /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d))?$/i.test(text) ? instant(text) : undefined

async function detailsOf(
  sql: Sql,
  reader: Reader,
  changes: readonly Change[],
  window: Window,
): Promise<readonly Changed[]> {
  const ids = (kind: Change['kind']): string[] => changes.filter((one) => one.kind === kind).map(({ id }) => id)
  const some = async <Row>(named: string[], load: () => Promise<readonly Row[]>): Promise<readonly Row[]> =>
    named.length === 0 ? [] : load()
  const [threads, pads, tasks, decisions] = [ids('thread'), ids('pad'), ids('task'), ids('decision')]
  const [ofThreads, ofPads, ofTasks, ofDecisions] = await Promise.all([
    some(threads, () => threadChanges(sql, reader, threads, window)),
    some(pads, () => padChanges(sql, reader, pads, window)),
    some(tasks, () => taskChanges(sql, reader, tasks)),
    some(decisions, () => decisionChanges(sql, reader, decisions)),
  ])
  const all = new Map<string, Changed>([
    ...ofThreads.map((one) => [one.id, { ...one, kind: 'thread' }] as const),
    ...ofPads.map((one) => [one.id, { ...one, kind: 'pad' }] as const),
    ...ofTasks.map((one) => [one.id, { ...one, kind: 'task' }] as const),
    ...ofDecisions.map((one) => [one.id, { ...one, kind: 'decision' }] as const),
  ])
  return changes.flatMap(({ id }) => {
    const found = all.get(id)
    if (!found) return []
    return [reader.publicOn ? found : { ...found, audience: 'private' as const }]
  })
}

/** The most posts read of one thread. */
const postsEach = 50

/** Adds the texts, until the room for them is used up. */
async function withTexts(
  sql: Sql,
  reader: Reader,
  changes: readonly Changed[],
  now: number,
): Promise<readonly Changed[]> {
  let left = reads.catchUp.characters
  const read: Changed[] = []
  for (const change of changes) {
    if (left <= 0) read.push(change)
    else if (change.kind === 'thread') {
      const posts = await newPosts(sql, reader, change, now)
      left -= sum(posts.map(({ body }) => (body ? Math.min(characters(body), reads.thread.postClip) : 0)))
      read.push({ ...change, posts })
    } else if (change.kind === 'pad') {
      const blocks = await newBlocks(sql, reader, change, now)
      left -= sum(blocks.map(({ text }) => Math.min(characters(text), reads.catchUp.blockClip)))
      read.push({ ...change, blocks })
    } else read.push(change)
  }
  return read
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

async function newPosts(
  sql: Sql,
  reader: Reader,
  { id, from_seq }: ThreadChange,
  now: number,
): Promise<readonly PostView[]> {
  if (from_seq === null) return []
  const opened = await readThread(sql, reader, { id, after: from_seq - 1, posts: postsEach }, now)
  return opened?.page.posts ?? []
}

/** Returns the blocks that are newer than the version the reader knew and still stand. */
async function newBlocks(
  sql: Sql,
  reader: Reader,
  { id, from_version, section_ids }: PadChange,
  now: number,
): Promise<readonly BlockView[]> {
  if (section_ids.length === 0) return []
  const [page, fresh] = await Promise.all([readPad(sql, reader, { id }, now), textsSince(sql, id, from_version ?? 0)])
  const blocks = (page?.sections ?? []).flatMap((section) => section.blocks ?? [])
  return blocks.filter((block) => fresh.has(`${block.id} ${block.rev}`))
}
