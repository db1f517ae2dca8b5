import type { Sql } from '../../sql/client.ts'
import { frontHubId, laneItems, publicHubs } from '../../sql/reads/front_and_explore.ts'
import { presentAs } from '../records/present.ts'
import type { ExplorePage, FrontPage } from '../records/hub/explore_page.ts'
import { reads } from '../rules/limits.ts'
import { cursorOf, placeOf, onePage } from './cursor.ts'
import { readHub } from './hub/hub_page.ts'
import type { ReadingParts } from './reading_parts.ts'
import type { Reader } from '../rules/caller.ts'
import { type Lane, lanes } from '../rules/closed_lists.ts'

export const isLane = (text: string | undefined): text is Lane => lanes.some((lane) => lane === text)

/** Reads `/`: the front hub and the open questions. */
export async function readFront(
  parts: ReadingParts,
  reader: Reader,
  frontHub: string | undefined,
  now: number,
): Promise<FrontPage> {
  const { sql } = parts
  const [id, questions] = await Promise.all([
    frontHubId(sql, reader.publicOn, frontHub),
    laneItems(sql, reader, { lane: 'open', limit: reads.hub.page }),
  ])
  const hub = id === undefined ? undefined : await readHub(parts, reader, { hub: id }, now)
  return presentAs({ questions, hub })
}

/** Reads `/explore`: all lanes, or one page of one lane. */
export async function readExplore(
  sql: Sql,
  reader: Reader,
  { lane, cursor }: { lane?: Lane | undefined; cursor?: string | undefined },
): Promise<ExplorePage> {
  const asked = lane === undefined ? lanes : [lane]
  const before = lane === undefined ? undefined : placeOf(cursor)
  const [hubs, ...found] = await Promise.all([
    lane === undefined ? publicHubs(sql, reader, reads.hub.page) : [],
    ...asked.map((each) => laneItems(sql, reader, { lane: each, before, limit: reads.search.page + 1 })),
  ])
  return {
    hubs,
    lanes: found.map((all, at) => {
      const { shown: items, next_cursor } = onePage(all, reads.search.page, cursorOf)
      return presentAs({ lane: asked[at]!, items, next_cursor })
    }),
  }
}
