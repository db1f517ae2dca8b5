import { type Reader, seatHolder } from '../../../src/rules/caller.ts'
import { type Sql, records } from '../../client.ts'
import { seatsIn } from '../seat_count.ts'
import { audienceTo, readableHub, hidden } from '../may_read/readable_rows.ts'
import { hubNamed } from './hub_named.ts'
import { keeps, taken } from './seats/seat_parts.ts'
import type { HubPage } from '../../../src/records/hub/hub_page.ts'

interface HubHead extends Omit<HubPage, 'guide_reach' | 'member' | 'items' | 'next_cursor'> {
  readonly guide_by: string
}

/** A hub that the reader may see, with the reader's seat; undefined when it is missing or private. */
export async function hubHead(sql: Sql, reader: Reader, named: string): Promise<HubHead | undefined> {
  const holder = seatHolder(reader)
  const [head] = await records<HubHead>(sql`
    select hub.id, hub.slug, hub.title, ${audienceTo(sql, reader)} as audience, hub.mode, hub.guide, hub.guide_updated_at as guide_updated,
      coalesce(hub.guide_by, hub.created_by) as guide_by,
      case when ${keeps(sql, sql`coalesce(own.role, 'member')`)} or not ${hidden(sql, sql`pad.id`)} then jsonb_build_object('id', pad.id, 'title', pad.title) end as front_pad,
      hub.accepts_guests, hub.version, hub.updated_at as updated, own.role as seat,
      nullif(${taken(sql, sql`own`)}, false) as hub_taken,
      ${seatsIn(sql, sql`hub.id`)} as members_count,
      paused.hub_id is not null as agents_paused, paused.by_id as agents_paused_by,
      case when paused.hub_id is not null then (
        select role from seat where scope_id = hub.id and participant_id = ${reader.human_id ?? ''}) end as human_seat
    from hub
    join pad on pad.id = hub.front_pad_id
    left join seat own on own.scope_id = hub.id and own.participant_id = ${holder}
    left join agents_pause paused on paused.hub_id = hub.id
    where ${hubNamed(sql, named)} and ${readableHub(sql, reader)}`)
  return head
}
