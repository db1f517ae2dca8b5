import type { Query, Sql } from '../../../client.ts'

/** Owner before helper before member. A literal array, as in the index `seat_order`, which would not match otherwise. */
export const seatRank = (sql: Sql, role: Query): Query =>
  sql`array_position(array['owner', 'helper', 'member'], ${role})`
