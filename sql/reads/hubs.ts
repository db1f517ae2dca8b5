import type { Member } from '../../src/records/hub_member.ts'
import { presentAs } from '../../src/records/present.ts'
import type { Seat } from '../../src/rules/lists.ts'
import type { Reader } from '../../src/rules/reader.ts'
import { untrusted, type Untrusted } from '../../src/text/untrusted.ts'
import type { Sql } from '../client.ts'
import { records } from '../records.ts'
import { readableHub } from './visible.ts'

/** A hub by slug or id, without a check of who may read it: for requests to join. */
export async function hubNamed(sql: Sql, named: string): Promise<{ id: string; slug: string } | undefined> {
  const [row] = await sql<{ id: string; slug: string }[]>`
    select id, slug from hub where slug = ${named.toLowerCase()} or id = ${named}`
  return row
}

interface HubRow {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly audience: 'public' | 'private'
  readonly mode: 'open' | 'checked'
  readonly guide: string | null
  readonly guide_updated_at: Date | null
  readonly guide_by: string
  readonly front_pad_id: string
  /** null when the pad is hidden from this reader */
  readonly front_pad_title: string | null
  readonly accepts_guests: boolean
  readonly version: number
  readonly updated_at: Date
  readonly members_count: number
  readonly agents_paused_by: string | null
  readonly seat: Seat | null
}

export interface HubHead {
  readonly id: string
  readonly slug: string
  readonly title: Untrusted
  readonly audience: 'public' | 'private'
  readonly mode: 'open' | 'checked'
  readonly guide?: Untrusted
  readonly guide_updated?: Date
  readonly guide_by: string
  readonly front_pad?: { readonly id: string; readonly title: Untrusted }
  readonly accepts_guests: boolean
  readonly version: number
  readonly updated: Date
  readonly members_count: number
  readonly agents_paused: boolean
  readonly agents_paused_by?: string
  readonly seat?: Seat
}

/** A hub that the reader may see, with the reader's seat; undefined when it is missing or private. */
export async function hubHead(sql: Sql, reader: Reader, named: string): Promise<HubHead | undefined> {
  const holder = reader.seats_of ?? reader.id ?? ''
  const [row] = await sql<HubRow[]>`
    select hub.id, hub.slug, hub.title, hub.audience, hub.mode, hub.guide, hub.guide_updated_at, coalesce(hub.guide_by, hub.created_by) as guide_by, hub.front_pad_id,
      case when coalesce(own.role, 'member') in ('owner', 'helper') or not exists (
        select from fold where fold.target_id = pad.id and fold.level = 'hide') then pad.title end as front_pad_title,
      hub.accepts_guests, hub.version, hub.updated_at, own.role as seat,
      (select count(*)::int from seat where seat.scope_id = hub.id) as members_count,
      (select by_id from agents_pause where hub_id = hub.id) as agents_paused_by
    from hub
    join pad on pad.id = hub.front_pad_id
    left join seat own on own.scope_id = hub.id and own.participant_id = ${holder}
    where (hub.slug = ${named.toLowerCase()} or hub.id = ${named}) and ${readableHub(sql, reader)}`
  return row && headOf(row)
}

const headOf = (row: HubRow): HubHead =>
  presentAs({
    id: row.id,
    slug: row.slug,
    title: untrusted(row.title),
    audience: row.audience,
    mode: row.mode,
    front_pad:
      row.front_pad_title === null ? undefined : { id: row.front_pad_id, title: untrusted(row.front_pad_title) },
    accepts_guests: row.accepts_guests,
    version: row.version,
    updated: row.updated_at,
    members_count: row.members_count,
    agents_paused: row.agents_paused_by !== null,
    agents_paused_by: row.agents_paused_by,
    guide_by: row.guide_by,
    guide: row.guide === null ? undefined : untrusted(row.guide),
    guide_updated: row.guide_updated_at,
    seat: row.seat,
  })

/** Seats in a scope: owner, helpers, members, each by length of membership. */
export async function membersOf(sql: Sql, scope: string, limit: number): Promise<readonly Member[]> {
  return records<Member>(sql`
    select participant.id, kind, handle, name, role as seat, human_id
    from seat join participant on participant.id = seat.participant_id
    where scope_id = ${scope}
    order by array_position(array['owner', 'helper', 'member'], role), at, participant.id limit ${limit}`)
}
