import type { Sql } from '../client.ts'

/** Returns the time of the database's clock in epoch milliseconds. */
export async function databaseTime(sql: Sql): Promise<number> {
  const [row] = await sql<{ ms: number }[]>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`
  return row!.ms
}
