import type { Query, Sql } from '../../../client.ts'

/**
 * Whether a seat, joined under this name, was taken by a guest and not given: it ends with public access. Seats of owners
 * and helpers never count as taken; in the hub itself only those of guest persons do. `hub` must be joined.
 */
export const taken = (sql: Sql, seat: Query): Query => sql`(${seat}.given_by = ${seat}.participant_id
  and ${seat}.role = 'member' and (${seat}.scope_id <> hub.id or ${seat}.participant_id like 'ppl\\_%'))`
