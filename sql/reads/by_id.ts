import type { Query, Sql } from '../client.ts'

/**
 * One row of a table, looked up by its id, to be joined under the table's own name (`cross join lateral`). A plan made for
 * all arguments takes every hub for small, since most are, and would rather read all threads of one, or all hubs of the
 * server, than look up a few: offset 0 leaves it no choice.
 */
export const byId = (sql: Sql, table: 'hub' | 'pad' | 'thread', id: Query): Query =>
  sql`(select * from ${sql(table)} where id = ${id} offset 0) ${sql(table)}`
