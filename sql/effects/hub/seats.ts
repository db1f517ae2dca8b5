import type { Seat } from '../../../src/rules/closed_lists.ts'
import { effect, insertInto, removeFrom, updateOf } from '../../effect.ts'

interface SeatRow {
  readonly scope_id: string
  readonly participant_id: string
  readonly role: Seat
  /** the participant itself when the seat was taken, not given */
  readonly given_by: string
  readonly at: string
}

/** Inserts seats; an existing one stays unchanged. */
export const insertSeats = insertInto<SeatRow>('seat', { on_conflict: 'nothing' })

export const setRoles = updateOf<SeatRow>('seat.role', {
  key: ['scope_id', 'participant_id'],
  set: ['role', 'given_by', 'at'],
})

interface PassedRow {
  readonly scope_id: string
  readonly to: string
  /** the new owner's seat counts as given by them */
  readonly given_by: string
  readonly former: readonly string[]
  readonly by_id: string
  readonly at: string
}

/**
 * Makes one owner and the former owners helpers. It fails where the seat of the one ended in the meantime, by their own
 * account's end: the batch is then decided again, with the seats that are left.
 */
export const passOwner = effect<PassedRow>({
  name: 'seat.pass',
  phase: 'update',
  key: ({ scope_id }) => scope_id,
  write: (sql, rows) => sql`
    with passed as (
      select * from jsonb_to_recordset(${sql.json(rows as never)}::jsonb)
        as passed (scope_id text, "to" text, given_by text, former jsonb, by_id text, at timestamptz)
    ), risen as (
      update seat set role = 'owner', given_by = passed.given_by, at = passed.at from passed
      where seat.scope_id = passed.scope_id and seat.participant_id = passed."to" returning seat.scope_id
    ), fallen as (
      update seat set role = 'helper', given_by = passed.by_id, at = passed.at from passed
      where seat.scope_id = passed.scope_id and passed.former ? seat.participant_id
    )
    select race_lost('the seat of a new owner has ended') from passed
    where passed.scope_id not in (select scope_id from risen)`,
})

interface SeatKey {
  readonly scope_id: string
  readonly participant_id: string
}

/** Deletes a seat; with a hub's also those in its threads and pads. */
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
 * Ends the seats that guests took in a hub and its threads, since a private hub admits no guest. A member's seat that
 * its holder took is a guest's in a thread; in the hub itself only when the holder is a guest person.
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

/** Deletes every seat in a hub and in its threads and pads. */
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

interface RemovalRow extends SeatKey {
  readonly by_id: string
  readonly at: string
  readonly reason?: string
}

/** A removed participant cannot come back without being let in again. */
export const insertRemovals = insertInto<RemovalRow>('removal', {
  on_conflict: { key: ['scope_id', 'participant_id'], set: ['by_id', 'at', 'reason'] },
})

export const deleteRemovals = removeFrom<SeatKey>('removal', ['scope_id', 'participant_id'])
