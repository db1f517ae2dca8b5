import { type Query, type Sql, countOf } from '../client.ts'
import { type GoesOn, inBites } from './in_bites.ts'

/** What a part of a pass over a table deleted. */
export interface Part {
  readonly gone: number
  /** the page where the next part begins; absent when the pass is through */
  readonly next?: number
}

/** How far a part of a pass goes, and the page where it begins. */
export interface Stretch {
  readonly goesOn?: GoesOn
  readonly from?: number
}

interface Passing {
  /** parts of the statement that delete what belongs to the rows, which it calls `gone` */
  readonly along?: () => Query
  /** pages of the table that are read at once */
  readonly slice?: number
  /** rows deleted at once */
  readonly atOnce?: number
}

/**
 * Deletes the rows for which `isOld` holds (it calls the row `old`), a slice of the table's pages at a time and few rows at
 * once: for a table that changes too often to keep an index of what expires. Rows that another transaction has locked are
 * left to the next pass.
 */
export async function pageByPage(
  sql: Sql,
  table: string,
  isOld: () => Query,
  { goesOn, from = 0 }: Stretch = {},
  { along = () => sql``, slice = 500, atOnce }: Passing = {},
): Promise<Part> {
  const [size] = await sql<{ pages: number }[]>`
    select (pg_relation_size(${table}::text::regclass) / current_setting('block_size')::int)::int as pages`
  const pages = size?.pages ?? 0
  let page = from
  const gone = await inBites(async (bite) => {
    const most = atOnce ?? bite
    const count = await countOf(sql`
      with gone as (
        delete from ${sql(table)} where ctid = any(array(
          select ctid from ${sql(table)} old
          where ctid >= ${`(${page},0)`}::text::tid and ctid < ${`(${page + slice},0)`}::text::tid and ${isOld()}
          limit ${most} for update skip locked)) returning *) ${along()}
      select count(*)::int as gone from gone`)
    if (count < most) page += slice
    return { count, more: page < pages }
  }, goesOn)
  return page < pages ? { gone, next: page } : { gone }
}

/** Whether `old` has none of these rows, asked of one row by one index. As `not exists` it might become a join, which reads whole tables. */
export const none = (sql: Sql, rows: Query): Query => sql`((select 1 from ${rows} limit 1) is null)`
