import type { Query, Sql } from '../client.ts'
import type { GoesOn } from './in_bites.ts'
import { inBites } from './in_bites.ts'

/** pages of a table that are read at once */
const slice = 500

/**
 * Deletes the rows of a table that `isOld` names, a slice of its pages at a time: for a table that is changed too often to
 * keep an index of what expires. A row that somebody changes at this moment is left. Returns the number deleted.
 */
export async function pageByPage(sql: Sql, table: string, isOld: () => Query, goesOn?: GoesOn): Promise<number> {
  const [size] = await sql<{ pages: number }[]>`
    select (pg_relation_size(${table}::text::regclass) / current_setting('block_size')::int)::int as pages`
  const pages = size?.pages ?? 0
  let from = 0
  let gone = 0
  await inBites(async (most) => {
    const { count } = await sql`
      delete from ${sql(table)} where ctid = any(array(
        select ctid from ${sql(table)}
        where ctid >= ${`(${from},0)`}::text::tid and ctid < ${`(${from + slice},0)`}::text::tid and ${isOld()}
        for update skip locked))`
    gone += count
    from += slice
    return { count: from < pages ? most : 0 }
  }, goesOn)
  return gone
}
