import type { Sql } from '../../client.ts'

/** Milliseconds by which the test clock is ahead of the wall clock: none where the schema is not there yet. */
export async function clockAhead(sql: Sql): Promise<number> {
  const [there] = await sql<{ present: boolean }[]>`select to_regclass('test_clock') is not null as present`
  if (!there?.present) return 0
  const [row] = await sql<{ ahead_ms: number }[]>`select ahead_ms from test_clock`
  return row?.ahead_ms ?? 0
}

/** Advances the clock and returns the new offset; concurrent moves add up. */
export async function moveClock(sql: Sql, by: number): Promise<number> {
  const [row] = await sql<{ ahead_ms: number }[]>`
    insert into test_clock (ahead_ms) values (${by})
    on conflict (one) do update set ahead_ms = test_clock.ahead_ms + excluded.ahead_ms
    returning ahead_ms`
  return row!.ahead_ms
}
