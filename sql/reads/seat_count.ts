import type { Query, Sql } from '../client.ts'

/** The number of seats in a scope, without looking at them. */
export const seatsIn = (sql: Sql, scope: Query | string): Query =>
  sql`coalesce((select seat_count.seats from seat_count where seat_count.scope_id = ${scope}), 0)`

/**
 * The number of participants with a seat in a hub, or in a thread or pad of it. Only the seats of the thread or pad are
 * looked at, and only where there are any.
 */
export const membersOf = (
  sql: Sql,
  { hub, scope }: { readonly hub: Query | string; readonly scope: Query | string },
): Query => sql`(
  ${seatsIn(sql, hub)} + case when ${seatsIn(sql, scope)} > 0 then (
    select count(*)::int from seat here where here.scope_id = ${scope} and not exists (
      select from seat there where there.scope_id = ${hub} and there.participant_id = here.participant_id)) else 0 end)`
