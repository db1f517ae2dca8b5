import type { Sql } from '../../../sql/client.ts'
import { tookTooLong } from '../../../sql/outage.ts'
import { laneItems } from '../../../sql/reads/front_and_explore.ts'
import { decisionsByChange } from '../../../sql/reads/search/decisions.ts'
import { type FindableWanted, type Found, findable, levels } from '../../../sql/reads/search/findable.ts'
import { foundPosts } from '../../../sql/reads/search/posts.ts'
import { searchableHub } from '../../../sql/reads/search/searchable_hub.ts'
import { tasksByChange } from '../../../sql/reads/search/tasks.ts'
import { present, presentAs } from '../../records/present.ts'
import type { SearchPage, SearchResult } from '../../records/search_page.ts'
import { busy, invalid } from '../../rules/errors.ts'
import { reads, retrySeconds, timers } from '../../rules/limits.ts'
import type { Lane, SearchType, TaskState } from '../../rules/closed_lists.ts'
import { type SearchQuery, type SearchState, searchQuery, typeAsked } from '../../text/search_query.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import { bestMatch } from './best_match.ts'
import { cursorOf, placeOf, onePage } from '../cursor.ts'
import type { ReadingParts } from '../reading_parts.ts'
import type { Reader } from '../../rules/caller.ts'
import { searchCursor, searchPlace } from './search_cursor.ts'
import { participantNamed } from '../../../sql/reads/participant_named.ts'

export interface SearchWanted {
  /** words and filter tokens; the fields below override its tokens */
  readonly query?: Untrusted | undefined
  readonly type?: SearchType | undefined
  /** slug or id */
  readonly hub?: string | undefined
  readonly is?: SearchState | undefined
  readonly in_posts?: boolean | undefined
  readonly lane?: Lane | undefined
  readonly state?: TaskState | undefined
  /** me, none, a handle or an id */
  readonly assignee?: string | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  /** a search for things of all kinds finds decisions too */
  readonly decisions?: boolean | undefined
}

/** Searches as `searchFor` does. A search that the database timed out is refused as busy, with advice. */
export async function search(
  parts: ReadingParts,
  reader: Reader,
  wanted: SearchWanted,
  now: number,
): Promise<SearchPage> {
  try {
    return await searchFor(parts, reader, wanted, now)
  } catch (error) {
    if (!tookTooLong(error)) throw error
    throw busy(
      'database',
      'That search took too long. Look for fewer or longer words, or in one hub with hub:<slug>.',
      { retry_after_seconds: retrySeconds.busy.least },
      error,
    )
  }
}

/** Returns a page of what the reader may find. Throws query_or_type for an empty request, cursor for an invalid one. */
async function searchFor(parts: ReadingParts, reader: Reader, wanted: SearchWanted, now: number): Promise<SearchPage> {
  const { sql } = parts
  const query = searchQuery(wanted.query ?? '')
  const asked = await askedBy(sql, reader, wanted, query)
  const { limit, cursor } = asked
  const empty = { results: [], query_cut: query.cut }
  if (asked.nowhere) return empty
  if (query.tsquery === undefined) {
    if (wanted.lane === undefined && asked.type !== 'task' && asked.type !== 'decision') {
      throw invalid(
        'query_or_type',
        cursor === undefined
          ? 'Say what to look for in query, or list tasks with type: task, decisions with type: decision.'
          : 'A cursor goes on with the call that it came from: send the query, type, hub, is and lane of that call beside it.',
      )
    }
    const paged = { before: placeOf(cursor), limit: limit + 1 }
    const found =
      asked.type === 'decision'
        ? await decisionsByChange(sql, reader, { ...asked, ...paged })
        : wanted.lane === undefined || asked.type === 'task'
          ? await tasksByChange(sql, reader, { ...asked, ...paged })
          : await inLane(sql, reader, wanted.lane, { ...asked, ...paged })
    return { ...empty, ...resultsOf(found, limit, cursorOf) }
  }
  const after = searchPlace(cursor)
  const found = await matches(sql, reader, { ...asked, tsquery: query.tsquery, needles: query.needles, after }, now)
  const page = resultsOf(found, limit, searchCursor)
  const [first] = page.results
  const best = first && after === undefined ? await bestMatch(parts, reader, first, now) : undefined
  return presentAs({ ...empty, ...page, best })
}

interface SearchFilter
  extends Pick<FindableWanted, 'is' | 'hub_id' | 'accepts_guests' | 'task_state' | 'assignee' | 'limit'> {
  readonly type?: SearchType | undefined
  readonly in_posts: boolean
  readonly lane?: Lane | undefined
  readonly cursor?: string | undefined
  readonly decisions: boolean
  /** true when the hub or participant named does not exist */
  readonly nowhere: boolean
}

async function askedBy(sql: Sql, reader: Reader, wanted: SearchWanted, query: SearchQuery): Promise<SearchFilter> {
  const { lane, state, cursor } = wanted
  const about = state !== undefined || wanted.assignee !== undefined ? ('task' as const) : undefined
  const type = typeAsked(wanted.type, query, about)
  const hub = wanted.hub ?? query.hub
  const [named, assignee] = await Promise.all([
    hub === undefined ? undefined : searchableHub(sql, reader, hub),
    assigneeOf(sql, reader, wanted.assignee),
  ])
  const sizes = type === 'task' ? reads.searchTasks : reads.search
  return {
    type,
    is: wanted.is ?? query.is ?? (lane === 'open' ? 'open' : undefined),
    hub_id: named,
    in_posts: type === 'post' || (type === undefined && lane === undefined && (wanted.in_posts ?? query.in_posts)),
    ...present({ accepts_guests: lane === 'guests' ? true : undefined }),
    lane,
    task_state: state,
    ...(assignee !== 'nobody' && { assignee }),
    limit: Math.min(wanted.limit ?? sizes.page, sizes.most),
    cursor,
    decisions: type === 'decision' || wanted.decisions === true,
    nowhere: (hub !== undefined && named === undefined) || assignee === 'nobody',
  }
}

async function assigneeOf(sql: Sql, { id }: Reader, named: string | undefined) {
  if (named === undefined) return undefined
  if (named === 'none') return 'none'
  if (named === 'me') return id === undefined ? 'nobody' : { id }
  const found = await participantNamed(sql, named)
  return found === undefined ? 'nobody' : { id: found.id }
}

const kindsOfLane: Readonly<Record<Lane, readonly SearchType[]>> = {
  pads: ['pad', 'section'],
  open: ['thread'],
  new: ['hub', 'pad', 'thread'],
  guests: ['thread'],
}

interface Matching extends SearchFilter {
  readonly tsquery: string
  readonly needles: readonly string[]
  readonly after?: { readonly level: number; readonly made: string } | undefined
}

/** Finds titles first; texts and posts only when titles do not fill the page. Returns one more than the page holds. */
async function matches(sql: Sql, reader: Reader, asked: Matching, now: number): Promise<readonly Found[]> {
  const { type, lane, is, after, decisions } = asked
  const wants = (kind: SearchType): boolean =>
    (type === undefined || type === kind) &&
    (lane === undefined || kindsOfLane[lane].includes(kind)) &&
    (kind !== 'hub' || is === undefined) &&
    (kind !== 'decision' || decisions)
  const open = levels.filter(({ kind, level }) => wants(kind) && (after === undefined || level <= after.level))
  const most = asked.limit + 1
  const stale = new Date(now - timers.staleSection)
  const found: Found[] = []
  for (const part of ['title', 'words'] as const) {
    const asking = open.filter((one) => one.in === part)
    if (found.length >= most || asking.length === 0) continue
    found.push(...(await findable(sql, reader, asking, { ...asked, stale, limit: most - found.length })))
  }
  if (asked.in_posts && found.length < most) {
    const last = after?.level === 0 ? after.made : undefined
    found.push(...(await foundPosts(sql, reader, { ...asked, after: last, limit: most - found.length })))
  }
  return found
}

type LanePlace = NonNullable<Parameters<typeof laneItems>[2]['before']>

async function inLane(
  sql: Sql,
  reader: Reader,
  lane: Lane,
  {
    before,
    limit,
    hub_id,
    is,
    type,
  }: Pick<SearchFilter, 'limit' | 'hub_id' | 'is' | 'type'> & { before: LanePlace | undefined },
): Promise<readonly Found[]> {
  const kinds = kindsOfLane[lane]
  if (type !== undefined && (type === 'section' || !kinds.includes(type))) return []
  const kind = type === 'hub' || type === 'pad' || type === 'thread' ? type : undefined
  const items = await laneItems(sql, reader, { lane, before, limit, hub_id, is, type: kind })
  return items.map(({ last_seq: _, ...item }) =>
    presentAs({
      ...item,
      thread_id: item.type === 'thread' ? item.id : undefined,
      pad_id: item.type === 'pad' ? item.id : undefined,
      level: 0,
      made: item.id,
    }),
  )
}

function resultsOf(
  found: readonly Found[],
  limit: number,
  cursor: (last: Found) => string,
): Pick<SearchPage, 'results' | 'next_cursor'> {
  const { shown, next_cursor } = onePage(found, limit, cursor)
  return presentAs({ results: shown.map(resultOf), next_cursor })
}

/** Without what only its place in the list depends on. */
export const resultOf = ({ level: _, made: __, ...result }: Found): SearchResult => result
