import type { Query, Sql } from '../client.ts'

/**
 * The first rows of an ordered query. A generic plan does not know a limit that is a parameter: it expects a tenth of all
 * rows, and sorts them all where an index has the first ones in order. So the next power of two is a literal in the
 * statement, which makes few different statements. PostgreSQL keeps the order of the inner query.
 */
export const limitTo = (sql: Sql, limit: number, ordered: Query): Query =>
  sql`(select * from (${ordered} limit ${sql.unsafe(String(2 ** Math.ceil(Math.log2(limit))))}) first limit ${limit})`
