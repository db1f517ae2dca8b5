import type { Audience } from '../../../src/rules/hub_audience.ts'
import type { Seat } from '../../../src/rules/lists.ts'
import { recordFact } from '../../fact.ts'
import { taken } from '../../reads/hub/seats/self_taken_seat.ts'

export interface PadPlaceKey {
  readonly pad_id: string
  /** whose seats count */
  readonly participant_id: string
}

/** A pad and one participant's seats there: whether they can read it. */
export interface PadPlace {
  readonly id: string
  readonly audience: Audience
  readonly hidden: boolean
  readonly hub_seat?: Seat
  readonly scope_seat?: Seat
  /** whether a guest took that seat */
  readonly hub_taken?: boolean
  readonly scope_taken?: boolean
}

export const padPlaces = recordFact<PadPlaceKey, PadPlace>({
  name: 'pad.place',
  id: ({ pad_id, participant_id }) => `${pad_id} ${participant_id}`,
  read: (sql, keys) => sql`
    select pad.id || ' ' || asked.participant_id as key, pad.id, hub.audience, coalesce(fold.level = 'hide', false) as hidden,
      hub_seat.role as hub_seat, scope_seat.role as scope_seat,
      ${taken(sql, sql`hub_seat`)} as hub_taken, ${taken(sql, sql`scope_seat`)} as scope_taken
    from unnest(${keys.map((key) => key.pad_id)}::text[], ${keys.map((key) => key.participant_id)}::text[])
      as asked (pad_id, participant_id)
    join pad on pad.id = asked.pad_id join hub on hub.id = pad.hub_id
    left join fold on fold.target_id = pad.id
    left join seat hub_seat on hub_seat.scope_id = hub.id and hub_seat.participant_id = asked.participant_id
    left join seat scope_seat on scope_seat.scope_id = pad.id and scope_seat.participant_id = asked.participant_id`,
})
