import type { HubItemRow, ItemsWanted } from '../../../sql/reads/hub/hub_items.ts'
import type { HubItem } from '../../records/hub/hub_page.ts'
import { present, presentAs } from '../../records/present.ts'
import { groupsIn, opaque, timeIn, written } from '../cursor.ts'

/**
 * A page of a hub's items ends at a place in their order, and remembers the newest one told. What changes between two
 * pages moves above both, so the next page begins with it: it may be told twice, and is never left out.
 */
type ItemsPlace = Pick<ItemsWanted, 'before' | 'newest'>
type Position = NonNullable<ItemsWanted['before']>

const form = /^(-?[0-9a-z]+) ([a-z]+_[0-9a-z]+)( pinned)?(?: (-?[0-9a-z]+) ([a-z]+_[0-9a-z]+))?$/

/** Empty without a cursor: the list begins. */
export function itemsPlace(cursor: string | undefined): ItemsPlace {
  if (cursor === undefined) return {}
  const [time, id = '', pinned, newestTime, newestId] = groupsIn(cursor, form)
  return presentAs({
    before: presentAs<Position>({ updated: timeIn(time), id, pinned: pinned === undefined ? undefined : true }),
    newest: newestId === undefined ? undefined : { updated: timeIn(newestTime), id: newestId },
  })
}

interface ItemsPage {
  readonly items: readonly HubItem[]
  readonly next_cursor: string | undefined
}

/** Of rows read with one more than the page holds. */
export function itemsPage(rows: readonly HubItemRow[], limit: number, begun: ItemsPlace): ItemsPage {
  const shown = rows.slice(0, limit)
  const moved = shown.filter((row) => row.moved)
  const others = shown.filter((row) => !row.moved)
  const before = others.at(-1) ?? begun.before
  // of the first page that tells unpinned ones it is the first of them
  const newest = moved.at(-1) ?? begun.newest ?? others.find((row) => !row.pinned)
  return {
    items: [...moved.toReversed(), ...others].map(({ moved: _, ...item }) => present(item)),
    next_cursor:
      rows.length > limit && before ? opaque(placed(before) + (newest ? ` ${written(newest)}` : '')) : undefined,
  }
}

const placed = (position: Position): string => `${written(position)}${position.pinned ? ' pinned' : ''}`
