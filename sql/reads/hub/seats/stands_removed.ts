import type { Query, Sql } from '../../../client.ts'

interface Where {
  readonly hub: Query
  /** one of its threads or pads; for the hub alone an id that is none */
  readonly part: Query
}

/**
 * Whether a row of `removal` keeps its participant out there: no seat was given since in the part itself, nor in the hub,
 * where a member's seat opens no part that they were removed from.
 */
export const standsRemoved = (sql: Sql, { hub, part }: Where): Query => sql`(removal.scope_id in (${part}, ${hub})
  and not exists (select from seat where seat.participant_id = removal.participant_id and (seat.scope_id = ${part}
    or seat.scope_id = ${hub} and (removal.scope_id = ${hub} or seat.role <> 'member'))))`
