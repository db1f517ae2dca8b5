import { expect } from 'chai'
import type { Sql } from '../../sql/client.ts'

/** How many rows a read takes from a table or its indexes: some, else it did not look there or nothing was counted. */
export async function rowsRead(sql: Sql, table: string, read: (sql: Sql) => Promise<unknown>): Promise<number> {
  let rows = 0
  await sql.begin(async (tx) => {
    const counted = async (): Promise<number> => {
      const [row] = await tx<{ rows: number }[]>`
        select sum(pg_stat_get_xact_tuples_returned(one) + pg_stat_get_xact_tuples_fetched(one))::int as rows
        from (select ${table}::regclass::oid as one
          union all select indexrelid from pg_index where indrelid = ${table}::regclass) both_of`
      return row?.rows ?? 0
    }
    // the server may still hold what this connection counted before
    const before = await counted()
    await read(tx as unknown as Sql)
    rows = (await counted()) - before
  })
  expect(rows, table).to.be.above(0)
  return rows
}
