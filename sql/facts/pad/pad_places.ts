import type { ReadablePart, Seats } from '../../../src/rules/may_read/readable.ts'
import { recordFact } from '../../fact.ts'
import { seatsFound, twoSeats } from '../two_seats.ts'

export interface PadPlaceKey {
  readonly pad_id: string
  /** whose seats count */
  readonly participant_id: string
}

/** A pad and one participant's seats there: whether they can read it. */
export type PadPlace = ReadablePart & Seats

export const padPlaces = recordFact<PadPlaceKey, PadPlace>({
  name: 'pad.place',
  id: ({ pad_id, participant_id }) => `${pad_id} ${participant_id}`,
  read: (sql, keys) => sql`
    select pad.id || ' ' || asked.participant_id as key, pad.id, hub.audience, coalesce(fold.level = 'hide', false) as hidden,
      ${seatsFound(sql)}
    from unnest(${keys.map((key) => key.pad_id)}::text[], ${keys.map((key) => key.participant_id)}::text[])
      as asked (pad_id, participant_id)
    join pad on pad.id = asked.pad_id join hub on hub.id = pad.hub_id
    left join fold on fold.target_id = pad.id
    ${twoSeats(sql, { hub: sql`hub.id`, scope: sql`pad.id`, of: sql`asked.participant_id` })}`,
})
