import type { Query, Sql } from '../../../client.ts'

/**
 * Whether a seat, joined under this name, was taken by a guest and not given: it ends with public access. An owner's or
 * helper's is none, and in the hub itself only that of a guest person. `hub` must be joined.
 */
export const taken = (sql: Sql, seat: Query): Query => sql`(${seat}.given_by = ${seat}.participant_id
  and ${seat}.role = 'member' and (${seat}.scope_id <> hub.id or ${seat}.participant_id like 'ppl\\_%'))`
