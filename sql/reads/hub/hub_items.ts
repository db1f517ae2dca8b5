import type { HubItem } from '../../../src/records/hub/hub_page.ts'
import { type Query, type Sql, records } from '../../client.ts'
import { padStatus } from '../search/status.ts'
import type { HubItemStatus, HubItemType } from '../../../src/rules/closed_lists.ts'

export interface ItemsWanted {
  readonly hub_id: string
  readonly type?: HubItemType | undefined
  readonly is?: HubItemStatus | undefined
  /** the reader is owner or helper, who also see hidden ones */
  readonly keeper: boolean
  /** continue after this one */
  readonly before?: Position | undefined
  /** the newest one told, of those that are not pinned: what changed since comes first, oldest change first */
  readonly newest?: Omit<Position, 'pinned'> | undefined
  readonly limit: number
}

interface Position {
  readonly updated: Date
  readonly id: string
  readonly pinned?: boolean
}

/** Changed since the pages before, which told it elsewhere or not at all. */
export type HubItemRow = HubItem & { readonly moved?: boolean }

/** A hub's threads and pads: pinned ones first, then the others, each by latest change. Folded threads only by `is`. */
export async function hubItems(sql: Sql, wanted: ItemsWanted): Promise<readonly HubItemRow[]> {
  const { type, limit, before, newest } = wanted
  // after the pinned ones only others follow
  const lots: Lot[] = [
    ...(newest === undefined ? [] : (['moved'] as const)),
    ...(before === undefined || before.pinned ? (['pinned'] as const) : []),
    'others',
  ]
  const [first, ...others] = lots.flatMap((lot) => [
    ...(type === 'pad' ? [] : [threads(sql, wanted, lot)]),
    ...(type === 'thread' ? [] : [pads(sql, wanted, lot)]),
  ])
  if (first === undefined) return []
  return records<HubItemRow>(sql`
    select * from (${first} ${others.length === 0 ? sql`` : others.map((part) => sql`union all ${part}`)}) item
    order by moved desc nulls last, case when moved then updated end, case when moved then id end,
      pinned desc nulls last, updated desc, id desc limit ${limit}`)
}

type Lot = 'moved' | 'pinned' | 'others'

const marks = (sql: Sql, lot: Lot): Query =>
  sql`nullif(${lot === 'pinned'}::boolean, false) as pinned, nullif(${lot === 'moved'}::boolean, false) as moved`

const inOrder = (sql: Sql, lot: Lot, table: Query, updated: Query): Query =>
  lot === 'moved' ? sql`order by ${updated}, ${table}.id` : sql`order by ${updated} desc, ${table}.id desc`

/**
 * In the pinned or the other part of the hub, and past the place where the last page ended. Pinned items are found by id
 * alone: a generic plan expects small hubs and would read all threads of a large one to find them.
 */
const follows = (sql: Sql, { hub_id, before, newest }: ItemsWanted, table: Query, lot: Lot): Query => sql`
  ${lot === 'pinned' ? sql`${table}.id in` : sql`${table}.hub_id = ${hub_id} and ${table}.id not in`}
    (select item_id from pin where pin.hub_id = ${hub_id})
  and ${
    lot === 'moved' && newest !== undefined
      ? sql`(${table}.updated_at, ${table}.id) > (${newest.updated}, ${newest.id})`
      : before === undefined || (before.pinned === true) !== (lot === 'pinned')
        ? sql`true`
        : sql`(${table}.updated_at, ${table}.id) < (${before.updated}, ${before.id})`
  }`

function threads(sql: Sql, wanted: ItemsWanted, lot: Lot): Query {
  const { is, keeper, limit } = wanted
  const status =
    is === undefined || is === 'open' || is === 'answered'
      ? sql`fold.target_id is null`
      : is === 'folded'
        ? sql`fold.target_id is not null`
        : is === 'disputed'
          ? sql`fold.target_id is null and thread.dispute = 'open'`
          : sql`fold.target_id is null and thread.dispute = 'settled'`
  return sql`
    (select 'thread' as type, thread.id, thread.title,
      case when fold.target_id is not null then 'folded' else thread.status end as status,
      thread.dispute, thread.last_seq, thread.version, thread.updated_at as updated, ${marks(sql, lot)}
    from thread left join fold on fold.target_id = thread.id
    where (${status})
      and ${is === 'open' || is === 'answered' ? sql`thread.status = ${is}` : sql`true`}
      and (${keeper} or fold.level is distinct from 'hide') and ${follows(sql, wanted, sql`thread`, lot)}
    ${inOrder(sql, lot, sql`thread`, sql`thread.updated_at`)} limit ${limit})`
}

/** A pad's status is not stored: it follows from the threads about it. */
function pads(sql: Sql, wanted: ItemsWanted, lot: Lot): Query {
  const { is, keeper, limit } = wanted
  const rows = sql`
    select 'pad' as type, pad.id, pad.title,
      ${padStatus(sql)} as status,
      null::text as dispute, null::integer as last_seq, pad.version, pad.updated_at as updated,
      ${marks(sql, lot)}
    from pad left join fold on fold.target_id = pad.id
    where (${is === 'folded'} or fold.target_id is null or ${keeper})
      and (${is !== 'folded'} or fold.target_id is not null)
      and (${keeper} or fold.level is distinct from 'hide') and ${follows(sql, wanted, sql`pad`, lot)}`
  const filtered = is === undefined || is === 'folded' ? rows : sql`select * from (${rows}) pad where status = ${is}`
  return sql`(select * from (${filtered}) pads ${inOrder(sql, lot, sql`pads`, sql`updated`)} limit ${limit})`
}
