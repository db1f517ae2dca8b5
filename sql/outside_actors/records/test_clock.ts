import { type Sql, countOf } from '../../client.ts'
import { hasTable } from '../../databases.ts'

/** Milliseconds by which the test clock is ahead of the wall clock: none where the schema is not there yet. */
export async function clockAhead(sql: Sql): Promise<number> {
  return (await hasTable(sql, 'test_clock')) ? countOf(sql`select ahead_ms from test_clock`) : 0
}

/** Advances the clock and returns the new offset; concurrent moves add up. */
export const moveClock = (sql: Sql, by: number): Promise<number> =>
  countOf(sql`
    insert into test_clock (ahead_ms) values (${by})
    on conflict (one) do update set ahead_ms = test_clock.ahead_ms + excluded.ahead_ms
    returning ahead_ms`)
