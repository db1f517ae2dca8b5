import { present, presentAs } from '../../../src/records/present.ts'
import type { HubSeen } from '../../../src/records/refs.ts'
import { type Reader, seatHolder } from '../../../src/rules/caller.ts'
import type { Mode } from '../../../src/rules/hub_mode.ts'
import type { FoldReason, Seat } from '../../../src/rules/closed_lists.ts'
import { type Sql, firstRecord } from '../../client.ts'
import { keepers } from '../thread/shown_posts.ts'
import type { Keepers } from '../thread/thread_row.ts'
import { taken, standsRemoved } from '../hub/seats/seat_parts.ts'
import { hubSeen, readablePad } from '../may_read/readable_rows.ts'
import type { PadPage } from '../../../src/records/pad/pad_page.ts'

export interface PadHead extends Pick<PadPage, 'id' | 'title' | 'version' | 'created' | 'updated'> {
  readonly created_by: string
  readonly fold_reason?: FoldReason
  /** hidden from all but owner and helpers */
  readonly hidden: boolean
  readonly locked: boolean
  readonly pinned: boolean
  readonly hub: HubSeen & {
    readonly mode: Mode
    /** any caller with an identity can join */
    readonly accepts_guests: boolean
  }
  readonly keepers: Keepers
  /** the reader's seats in the hub, and in this pad alone */
  readonly hub_seat?: Seat
  readonly scope_seat?: Seat
  /** the seat in the hub is one that a guest took */
  readonly hub_taken: boolean
  /** the reader was removed from the hub or this pad, and has no seat */
  readonly removed: boolean
  readonly agents_paused: boolean
  /** of the human behind the reader, where the hub's agents are paused */
  readonly human_seat?: Seat
  /** the version that the reader saw last, and in the visit before */
  readonly visit?: Visit
}

interface Visit {
  readonly version: number
  readonly at: Date
  readonly before?: { readonly version: number; readonly at: Date }
}

interface Row extends Omit<PadHead, 'hub' | 'visit'> {
  readonly hub: HubSeen
  readonly mode: Mode
  readonly accepts_guests: boolean
  readonly seen?: number
  readonly seen_at?: Date
  readonly seen_before?: number
  readonly before_at?: Date
}

/** A pad with its hub and the reader's seats; undefined when it is missing, private or hidden. */
export async function padHead(sql: Sql, reader: Reader, id: string): Promise<PadHead | undefined> {
  const holder = seatHolder(reader)
  const row = await firstRecord<Row>(sql`
    select pad.id, pad.title, pad.version, pad.created_by, pad.created_at as created, pad.updated_at as updated,
      fold.reason as fold_reason, fold.level is not distinct from 'hide' as hidden, locked.target_id is not null as locked,
      exists (select from pin where pin.hub_id = pad.hub_id and pin.item_id = pad.id) as pinned,
      ${hubSeen(sql, reader)}, hub.mode, hub.accepts_guests, coalesce(${keepers(sql)}, '{}') as keepers,
      in_hub.role as hub_seat, in_pad.role as scope_seat, coalesce(${taken(sql, sql`in_hub`)}, false) as hub_taken,
      exists (select from removal where removal.participant_id = ${holder}
        and ${standsRemoved(sql, { hub: sql`hub.id`, part: sql`pad.id` })}) as removed,
      pause.hub_id is not null as agents_paused,
      case when pause.hub_id is not null then (
        select role from seat where scope_id = hub.id and participant_id = ${reader.human_id ?? ''}) end as human_seat,
      visit.version as seen, visit.at as seen_at, visit.before_version as seen_before, visit.before_at
    from pad join hub on hub.id = pad.hub_id
    left join fold on fold.target_id = pad.id
    left join locked on locked.target_id = pad.id
    left join seat in_hub on in_hub.scope_id = hub.id and in_hub.participant_id = ${holder}
    left join seat in_pad on in_pad.scope_id = pad.id and in_pad.participant_id = ${holder}
    left join agents_pause pause on pause.hub_id = hub.id
    left join pad_visit visit on visit.pad_id = pad.id and visit.participant_id = ${reader.id ?? ''}
    where pad.id = ${id} and ${readablePad(sql, reader)}`)
  if (!row) return undefined
  const { hub, mode, accepts_guests, seen, seen_at, seen_before, before_at, ...pad } = row
  const before = seen_before !== undefined && before_at ? { version: seen_before, at: before_at } : undefined
  const visit = seen !== undefined && seen_at ? present({ version: seen, at: seen_at, before }) : undefined
  return presentAs({ ...pad, hub: { ...hub, mode, accepts_guests }, visit })
}
