import type { Query, Sql } from '../../client.ts'

/** Whether `hub`, joined under that name, is the one named by slug, in whatever case, or by id. */
export const hubNamed = (sql: Sql, named: string): Query =>
  sql`(hub.slug = ${named.toLowerCase()} or hub.id = ${named})`
