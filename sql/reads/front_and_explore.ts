import type { LaneItem } from '../../src/records/hub/explore_page.ts'
import { type Reader, seatHolder } from '../../src/rules/caller.ts'
import type { SearchState } from '../../src/text/search_query.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import { type Query, type Sql, records } from '../client.ts'
import { padIs, padStatus, threadIs, threadStatus } from './search/status.ts'
import { takesGuests } from './takes_guests.ts'
import { limitTo } from './limit_to.ts'
import { seatsIn } from './seat_count.ts'
import { hubSeen, readableHub, readablePad, readableThread } from './may_read/readable_rows.ts'
import type { Audience } from '../../src/rules/hub_audience.ts'
import type { Lane, HubItemType } from '../../src/rules/closed_lists.ts'

interface LaneWanted {
  readonly lane: Lane
  /** continue after this one */
  readonly before?: { readonly updated: Date; readonly id: string } | undefined
  /** limits the lane to this hub */
  readonly hub_id?: string | undefined
  /** limits the lane to this status; folded things are in no lane unless asked for */
  readonly is?: SearchState | undefined
  readonly type?: LaneItem['type'] | undefined
  readonly limit: number
}

/** Things in hubs that the reader may see, newest first by the lane's sort key: the last change, in `new` the creation. */
export const laneItems = (sql: Sql, reader: Reader, wanted: LaneWanted): Promise<readonly LaneItem[]> =>
  records(sql`
    select * from (${partsOf(sql, reader, wanted)}) item order by updated desc, id desc limit ${wanted.limit}`)

function partsOf(sql: Sql, reader: Reader, wanted: LaneWanted): Query {
  switch (wanted.lane) {
    case 'pads':
      return pads(sql, reader, wanted, sql`pad.updated_at`)
    case 'open':
      return threads(sql, reader, wanted, sql`thread.updated_at`, sql`thread.status = 'open'`)
    case 'guests':
      return threads(sql, reader, wanted, sql`thread.updated_at`, takesGuests(sql, reader))
    case 'new': {
      const parts = {
        hub: hubs(sql, reader, wanted),
        pad: pads(sql, reader, wanted, sql`pad.created_at`),
        thread: threads(sql, reader, wanted, sql`thread.created_at`, sql`true`),
      }
      return wanted.type === undefined
        ? sql`${parts.hub} union all ${parts.pad} union all ${parts.thread}`
        : parts[wanted.type]
    }
  }
}

const after = (sql: Sql, { before, hub_id }: LaneWanted, at: Query, id: Query): Query =>
  sql`${before === undefined ? sql`true` : sql`(${at}, ${id}) < (${before.updated}, ${before.id})`}
    ${hub_id === undefined ? sql`` : sql`and hub.id = ${hub_id}`}`

/**
 * In one hub only threads stand in the order of a lane, of their last change. Anything else is found by the hub, or a plan made
 * for all hubs might go through what is new in all.
 */
const those = (sql: Sql, table: HubItemType, { lane, hub_id }: LaneWanted): Query =>
  hub_id !== undefined && (table === 'pad' || lane === 'new')
    ? sql`(select * from ${sql(table)} where hub_id = ${hub_id} offset 0) ${sql(table)}`
    : sql`${sql(table)}`

const hubs = (sql: Sql, reader: Reader, wanted: LaneWanted): Query =>
  limitTo(
    sql,
    wanted.limit,
    sql`
  select 'hub' as type, hub.id, hub.title, ${hubSeen(sql, reader)},
    null::text as status, null::integer as last_seq, hub.created_at as updated
  from hub where ${readableHub(sql, reader)} and ${wanted.is === undefined} and ${after(sql, wanted, sql`hub.created_at`, sql`hub.id`)}
  order by hub.created_at desc, hub.id desc`,
  )

const pads = (sql: Sql, reader: Reader, wanted: LaneWanted, at: Query): Query =>
  limitTo(
    sql,
    wanted.limit,
    sql`
  select 'pad' as type, pad.id, pad.title, ${hubSeen(sql, reader)},
    ${padStatus(sql)} as status, null::integer as last_seq, ${at} as updated
  from ${those(sql, 'pad', wanted)} join hub on hub.id = pad.hub_id left join fold on fold.target_id = pad.id
  where ${readablePad(sql, reader)} and ${padIs(sql, wanted.is, padStatus(sql))}
    and ${after(sql, wanted, at, sql`pad.id`)}
  order by ${at} desc, pad.id desc`,
  )

const threads = (sql: Sql, reader: Reader, wanted: LaneWanted, at: Query, condition: Query): Query =>
  limitTo(
    sql,
    wanted.limit,
    sql`
  select 'thread' as type, thread.id, thread.title, ${hubSeen(sql, reader)},
    ${threadStatus(sql)} as status, thread.last_seq, ${at} as updated
  from ${those(sql, 'thread', wanted)} join hub on hub.id = thread.hub_id left join fold on fold.target_id = thread.id
  where ${readableThread(sql, reader)} and ${condition} and ${threadIs(sql, wanted.is)}
    and ${after(sql, wanted, at, sql`thread.id`)}
  order by ${at} desc, thread.id desc`,
  )

interface HubLine {
  readonly id: string
  readonly slug: string
  readonly title: Untrusted
  readonly audience: Audience
  readonly members_count: number
  readonly updated: Date
  /** the reader has no seat and may take one */
  readonly joins: boolean
}

/** Public hubs, latest change first; none while public access is off. */
export async function publicHubs(sql: Sql, reader: Reader, limit: number): Promise<readonly HubLine[]> {
  if (!reader.publicOn) return []
  return await sql<HubLine[]>`
    select id, slug, title, audience, updated_at as updated,
      ${seatsIn(sql, sql`hub.id`)} as members_count,
      coalesce((
        select not exists (select from seat where scope_id = hub.id and participant_id = holder.id)
          and not exists (select from removal where scope_id = hub.id and participant_id = holder.id)
          and (hub.accepts_guests or holder.kind <> 'guest')
        from participant holder where holder.id = ${seatHolder(reader)}), false) as joins
    from hub where audience = 'public' order by updated_at desc, id desc limit ${limit}`
}

/** The hub of the front page: the named one if it is public, else the oldest public hub. */
export async function frontHubId(sql: Sql, publicOn: boolean, named: string | undefined): Promise<string | undefined> {
  if (!publicOn) return undefined
  const [row] = await sql<{ id: string | null }[]>`
    select coalesce(
      (select id from hub where audience = 'public' and slug = ${named?.toLowerCase() ?? ''}),
      (select id from hub where audience = 'public' order by created_at, id limit 1)) as id`
  return row?.id ?? undefined
}
