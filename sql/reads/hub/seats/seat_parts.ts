import type { Query, Sql } from '../../../client.ts'

/** Whether this role keeps order: `isKeeperSeat` of src/rules/may_read/readable.ts. */
export const keeps = (sql: Sql, role: Query): Query => sql`${role} in ('owner', 'helper')`

/** Owner before helper before member. A literal array, as in the index `seat_order`, which would not match otherwise. */
export const seatRank = (sql: Sql, role: Query): Query =>
  sql`array_position(array['owner', 'helper', 'member'], ${role})`

/**
 * Whether a seat, joined under this name, was taken by a guest and not given: it ends with public access. Seats of owners
 * and helpers never count as taken; in the hub itself only those of guest persons do. `hub` must be joined.
 */
export const taken = (sql: Sql, seat: Query): Query => sql`(${seat}.given_by = ${seat}.participant_id
  and ${seat}.role = 'member' and (${seat}.scope_id <> hub.id or ${seat}.participant_id like 'ppl\\_%'))`

interface Where {
  readonly hub: Query
  /** one of its threads or pads; for the hub alone the id of neither */
  readonly part: Query
}

/**
 * Whether a row of `removal` still applies there. It ends when its participant gets a seat in the part itself, or in the
 * hub; but a member's seat in the hub does not end a removal from the part.
 */
export const standsRemoved = (sql: Sql, { hub, part }: Where): Query => sql`(removal.scope_id in (${part}, ${hub})
  and not exists (select from seat where seat.participant_id = removal.participant_id and (seat.scope_id = ${part}
    or seat.scope_id = ${hub} and (removal.scope_id = ${hub} or seat.role <> 'member'))))`
