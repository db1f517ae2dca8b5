import type { Query, Sql } from '../client.ts'

/**
 * The first rows of an ordered query. A plan made for all arguments does not know a limit that is one, reckons with a tenth of
 * all rows, and then reads and sorts them all where an index has the first ones in order. So the next power of two stands
 * in the statement itself; few statements differ by it. PostgreSQL hands rows of the inner query on in their order.
 */
export const limitTo = (sql: Sql, limit: number, ordered: Query): Query =>
  sql`(select * from (${ordered} limit ${sql.unsafe(String(2 ** Math.ceil(Math.log2(limit))))}) first limit ${limit})`
