import { hubItems } from '../../../sql/reads/hub/hub_items.ts'
import { hubHead } from '../../../sql/reads/hub/hub_head.ts'
import { presentAs } from '../../records/present.ts'
import { reads } from '../../rules/limits.ts'
import { isKeeperSeat } from '../../rules/may_read/readable.ts'
import type { HubPage } from '../../records/hub/hub_page.ts'
import { itemsPage, itemsPlace } from './hub_items_page.ts'
import type { ReadingParts } from '../reading_parts.ts'
import type { Reader } from '../../rules/caller.ts'
import { hubTakesGuests } from '../../rules/taking_guests.ts'
import type { HubItemStatus, HubItemType } from '../../rules/closed_lists.ts'

export interface HubWanted {
  /** slug or id */
  readonly hub: string
  readonly type?: HubItemType | undefined
  readonly is?: HubItemStatus | undefined
  readonly cursor?: string | undefined
}

/** Returns a hub as the reader may see it, with one page of items; undefined when it is private or missing. */
export async function readHub(
  parts: ReadingParts,
  reader: Reader,
  wanted: HubWanted,
  now: number,
): Promise<HubPage | undefined> {
  const { sql } = parts
  const row = await hubHead(sql, reader, wanted.hub)
  if (!row) return undefined
  const { guide_by, ...head } = row
  const begun = itemsPlace(wanted.cursor)
  const found = await hubItems(sql, {
    hub_id: head.id,
    type: wanted.type,
    is: wanted.is,
    keeper: isKeeperSeat(head.seat),
    ...begun,
    limit: reads.hub.page + 1,
  })
  const { items, next_cursor } = itemsPage(found, reads.hub.page, begun)
  const isReached = head.guide !== undefined && (await parts.reach.of([guide_by], now)).has(guide_by)
  return presentAs({
    ...head,
    guide_reach: isReached || undefined,
    accepts_guests: hubTakesGuests(head),
    member: head.seat !== undefined,
    items,
    next_cursor,
  })
}
