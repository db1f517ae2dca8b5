import type { Query, Sql } from '../client.ts'
import type { PlaceKind } from '../../src/rules/closed_lists.ts'

/**
 * One row of a table, looked up by its id, to be joined under the table's own name (`cross join lateral`). A generic plan
 * expects small hubs, since most are, and would read all threads of one, or all hubs, rather than look up a few rows:
 * offset 0 prevents that.
 */
export const byId = (sql: Sql, table: PlaceKind, id: Query): Query =>
  sql`(select * from ${sql(table)} where id = ${id} offset 0) ${sql(table)}`
