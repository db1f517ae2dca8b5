import { type Query, type Sql, firstRow } from '../../client.ts'

/** Whether `hub`, joined under that name, is the one named by slug, in whatever case, or by id. */
export const hubNamed = (sql: Sql, named: string): Query =>
  sql`(hub.slug = ${named.toLowerCase()} or hub.id = ${named})`

/** A hub by slug or id, without a check of who may read it: for requests to join. */
export const hubBySlugOrId = (sql: Sql, named: string): Promise<{ id: string; slug: string } | undefined> =>
  firstRow(sql`
    select id, slug from hub where ${hubNamed(sql, named)}`)
