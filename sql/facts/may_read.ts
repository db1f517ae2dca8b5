import type { Query, Sql } from '../client.ts'
import { taken } from '../reads/hub/seats/seat_parts.ts'

/** The seats that decide what a participant may do at a thread or pad: the one in its hub, and the one in it alone. */
export const twoSeats = (
  sql: Sql,
  { hub, scope, of }: { readonly hub: Query; readonly scope: Query; readonly of: Query },
): Query => sql`
    left join seat hub_seat on hub_seat.scope_id = ${hub} and hub_seat.participant_id = ${of}
    left join seat scope_seat on scope_seat.scope_id = ${scope} and scope_seat.participant_id = ${of}`

/** What `Seats` of src/rules/may_read/readable.ts names, once these are joined, and `hub`. */
export const seatsFound = (sql: Sql): Query => sql`
      hub_seat.role as hub_seat, scope_seat.role as scope_seat,
      ${taken(sql, sql`hub_seat`)} as hub_taken, ${taken(sql, sql`scope_seat`)} as scope_taken`

/** Whether `who` can still read a thread or pad. `hub` must be joined; a sub-agent has its parent's seats. */
export const mayRead = (
  sql: Sql,
  who: Query,
  { part, publicOn }: { readonly part: Query; readonly publicOn: Query },
): Query => sql`(${publicOn} and hub.audience = 'public' or exists (
  select from seat where seat.participant_id = coalesce(${who}.parent_id, ${who}.id)
    and seat.scope_id in (hub.id, ${part}) and not ${taken(sql, sql`seat`)}))`
