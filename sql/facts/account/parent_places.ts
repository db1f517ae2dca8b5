import type { Mode } from '../../../src/rules/hub_mode.ts'
import type { Seat } from '../../../src/rules/closed_lists.ts'
import type { Reader } from '../../../src/rules/caller.ts'
import { factOfEach } from '../../fact.ts'
import { records } from '../../client.ts'
import { readablePad, readableThread } from '../../reads/may_read/readable_rows.ts'
import { twoSeats } from '../may_read.ts'
import { takesGuests } from '../../reads/takes_guests.ts'

interface PlacesKey {
  readonly reader: Reader
  readonly threads: readonly string[]
  readonly pads: readonly string[]
}

/** A thread or pad that the reader can read, with what their rights there depend on. */
export interface ParentPlace {
  readonly id: string
  readonly mode: Mode
  readonly seat?: Seat
  /** any caller with an identity can join */
  readonly guests: boolean
}

/** Those of these threads and pads that an agent which makes a sub-agent can read itself. */
export const parentPlaces = factOfEach<PlacesKey, ReadonlyMap<string, ParentPlace>>({
  name: 'parent.places',
  none: new Map(),
  id: ({ reader, threads, pads }) => JSON.stringify([reader.id, ...threads, ...pads]),
  read: async (sql, { reader, threads, pads }) => {
    const places = await records<ParentPlace>(sql`
      select thread.id, hub.mode, coalesce(hub_seat.role, scope_seat.role) as seat,
        ${takesGuests(sql, reader)} as guests
      from thread join hub on hub.id = thread.hub_id
      ${twoSeats(sql, { hub: sql`hub.id`, scope: sql`thread.id`, of: sql`${reader.seats_of ?? ''}` })}
      where thread.id = any(${threads as string[]}) and ${readableThread(sql, reader)}
      union all
      select pad.id, hub.mode, coalesce(hub_seat.role, scope_seat.role), false
      from pad join hub on hub.id = pad.hub_id
      ${twoSeats(sql, { hub: sql`hub.id`, scope: sql`pad.id`, of: sql`${reader.seats_of ?? ''}` })}
      where pad.id = any(${pads as string[]}) and ${readablePad(sql, reader)}`)
    return new Map(places.map((place) => [place.id, place]))
  },
})
