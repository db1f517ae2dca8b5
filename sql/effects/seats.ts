import type { Seat } from '../../src/rules/lists.ts'
import { effect } from '../effect.ts'
import { insertInto, removeFrom, updateOf } from '../table_effects.ts'

export interface SeatRow {
  readonly scope_id: string
  readonly participant_id: string
  readonly role: Seat
  /** the participant itself where the seat was taken and not given */
  readonly given_by: string
  readonly at: string
}

/** Seats; one that is there already stays as it is. */
export const insertSeats = insertInto<SeatRow>('seat', { where_there: 'stays' })

/** Another role for a seat that is there. */
export const setRoles = updateOf<SeatRow>('seat.role', {
  key: ['scope_id', 'participant_id'],
  set: ['role', 'given_by', 'at'],
})

interface SeatKey {
  readonly scope_id: string
  readonly participant_id: string
}

/** Takes a seat away; with one in a hub those in its threads and pads go too. */
export const deleteSeats = effect<SeatKey>({
  name: 'seat.delete',
  phase: 'update',
  key: ({ scope_id, participant_id }) => `${scope_id} ${participant_id}`,
  write: (sql, rows) => sql`
    delete from seat using unnest(${rows.map((row) => row.scope_id)}::text[],
      ${rows.map((row) => row.participant_id)}::text[]) as gone (scope_id, participant_id)
    where seat.participant_id = gone.participant_id and (seat.scope_id = gone.scope_id
      or exists (select from thread where thread.id = seat.scope_id and thread.hub_id = gone.scope_id)
      or exists (select from pad where pad.id = seat.scope_id and pad.hub_id = gone.scope_id))`,
})

/**
 * The seats that guests took in a hub and its threads: nobody has one in what is private by themselves. In the whole hub
 * these are guest people's; in one thread whoever took a seat there came as a guest.
 */
export const endGuestSeats = effect<{ readonly hub_id: string }>({
  name: 'seat.end_guests',
  phase: 'update',
  key: ({ hub_id }) => hub_id,
  write: (sql, rows) => sql`
    with hub as (select * from unnest(${rows.map(({ hub_id }) => hub_id)}::text[]) as hub (id)), place as (
      select id, true as whole from hub union all
      select thread.id, false from thread join hub on thread.hub_id = hub.id)
    delete from seat using place
    where seat.scope_id = place.id and seat.given_by = seat.participant_id and seat.role = 'member'
      and (not place.whole or seat.participant_id like 'ppl\\_%')`,
})

/** Every seat in a hub and in its threads and pads. */
export const endSeatsIn = effect<{ readonly hub_id: string }>({
  name: 'seat.end_in',
  phase: 'update',
  key: ({ hub_id }) => hub_id,
  write: (sql, rows) => sql`
    with hub as (select * from unnest(${rows.map(({ hub_id }) => hub_id)}::text[]) as hub (id))
    delete from seat where scope_id in (
      select id from hub union all select thread.id from thread join hub on thread.hub_id = hub.id
      union all select pad.id from pad join hub on pad.hub_id = hub.id)`,
})

export interface RemovalRow extends SeatKey {
  readonly by_id: string
  readonly at: string
  readonly reason?: string
}

/** Whoever was removed does not come back by themselves. */
export const insertRemovals = insertInto<RemovalRow>('removal', {
  where_there: { key: ['scope_id', 'participant_id'], set: ['by_id', 'at', 'reason'] },
})

export const deleteRemovals = removeFrom<SeatKey>('removal', ['scope_id', 'participant_id'])
