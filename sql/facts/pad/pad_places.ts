import type { ReadablePart, Seats } from '../../../src/rules/may_read/readable.ts'
import { factBy } from '../../fact.ts'
import { seatsFound, twoSeats } from '../may_read.ts'

export type PadPlace = ReadablePart & Seats

/** A pad and one participant's seats there: whether they can read it. */
export const padPlaces = factBy({ pad_id: 'text', participant_id: 'text' }).record<PadPlace>({
  name: 'pad.place',
  read: (sql, asked) => sql`
    select asked.key, pad.id, hub.audience, coalesce(fold.level = 'hide', false) as hidden,
      ${seatsFound(sql)}
    from ${asked} join pad on pad.id = asked.pad_id join hub on hub.id = pad.hub_id
    left join fold on fold.target_id = pad.id
    ${twoSeats(sql, { hub: sql`hub.id`, scope: sql`pad.id`, of: sql`asked.participant_id` })}`,
})
