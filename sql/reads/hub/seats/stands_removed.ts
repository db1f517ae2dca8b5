import type { Query, Sql } from '../../../client.ts'

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
