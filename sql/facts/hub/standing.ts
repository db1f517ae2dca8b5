import { present } from '../../../src/records/present.ts'
import type { Mode } from '../../../src/rules/hub_mode.ts'
import type { Audience } from '../../../src/rules/hub_audience.ts'
import type { Seat } from '../../../src/rules/closed_lists.ts'
import type { Seats } from '../../../src/rules/may_read/readable.ts'
import { fact } from '../../fact.ts'
import { seatsFound, twoSeats } from '../may_read.ts'
import { standsRemoved } from '../../reads/hub/seats/seat_parts.ts'

interface StandingKey {
  /** whose seats count: a participant's id, for a sub-agent its parent's */
  readonly participant_id: string
  readonly human_id?: string
  readonly hub_id: string
  /** a thread or pad of that hub; absent: the hub alone */
  readonly scope_id?: string
}

/** What a participant's rights in a hub, and in one of its threads or pads, depend on. */
export interface Standing extends Seats {
  readonly hub: {
    readonly id: string
    readonly audience: Audience
    readonly mode: Mode
    readonly accepts_guests: boolean
    readonly agents_paused: boolean
  }
  /** number of seats in the thread or pad, for a caller who has none there or in the hub */
  readonly given?: number
  /** of the human behind them, where the hub's agents are paused */
  readonly human_seat?: Seat
  /**
   * has been removed from the hub, thread or pad; false with a seat there. A member's seat in the hub, taken since, opens
   * no thread or pad that they were removed from.
   */
  readonly removed: boolean
}

interface Row {
  participant_id: string
  hub_id: string
  scope_id: string
  audience: Audience
  mode: Mode
  accepts_guests: boolean
  agents_paused: boolean
  hub_seat: Seat | null
  scope_seat: Seat | null
  hub_taken: boolean | null
  scope_taken: boolean | null
  human_seat: Seat | null
  given: number | null
  removed: boolean
}

const keyOf = (participant_id: string, hub_id: string, scope_id: string): string =>
  `${participant_id} ${hub_id} ${scope_id}`

/** A caller's standing in a hub and one of its threads or pads; absent when the hub does not exist. */
export const standing = fact<StandingKey, Standing>({
  name: 'standing',
  id: ({ participant_id, hub_id, scope_id }) => keyOf(participant_id, hub_id, scope_id ?? ''),
  load: async (sql, keys) => {
    const rows = await sql<Row[]>`
      select asked.participant_id, asked.hub_id, asked.scope_id, hub.audience, hub.mode, hub.accepts_guests,
        pause.hub_id is not null as agents_paused, ${seatsFound(sql)},
        case when pause.hub_id is not null and asked.human_id <> '' then
          (select role from seat where scope_id = asked.hub_id and participant_id = asked.human_id) end as human_seat,
        exists (select from removal where removal.participant_id = asked.participant_id
          and ${standsRemoved(sql, { hub: sql`asked.hub_id`, part: sql`asked.scope_id` })}) as removed,
        case when hub_seat.role is null and scope_seat.role is null then
          (select seats from seat_count where scope_id = asked.scope_id) end as given
      from unnest(${keys.map((key) => key.participant_id)}::text[], ${keys.map((key) => key.human_id ?? '')}::text[],
        ${keys.map((key) => key.hub_id)}::text[], ${keys.map((key) => key.scope_id ?? '')}::text[])
        as asked (participant_id, human_id, hub_id, scope_id)
      join hub on hub.id = asked.hub_id
      ${twoSeats(sql, { hub: sql`asked.hub_id`, scope: sql`asked.scope_id`, of: sql`asked.participant_id` })}
      left join agents_pause pause on pause.hub_id = asked.hub_id`
    return new Map(rows.map((row) => [keyOf(row.participant_id, row.hub_id, row.scope_id), standingOf(row)]))
  },
})

function standingOf(row: Row): Standing {
  const { hub_seat, scope_seat, hub_taken, scope_taken, human_seat, given } = row
  return {
    hub: {
      id: row.hub_id,
      audience: row.audience,
      mode: row.mode,
      accepts_guests: row.accepts_guests,
      agents_paused: row.agents_paused,
    },
    ...present({ hub_seat, scope_seat, hub_taken: hub_taken || undefined, scope_taken: scope_taken || undefined }),
    ...present({ human_seat, given }),
    removed: row.removed,
  }
}
