import type { Sql } from '../client.ts'

/** Milliseconds the test clock stands ahead of the wall. */
export async function clockAhead(sql: Sql): Promise<number> {
  const [row] = await sql<{ ahead_ms: number }[]>`select ahead_ms from test_clock`
  return row?.ahead_ms ?? 0
}

/** Moves it further ahead and gives how far it stands now; two at once both count. */
export async function moveClock(sql: Sql, by: number): Promise<number> {
  const [row] = await sql<{ ahead_ms: number }[]>`
    insert into test_clock (ahead_ms) values (${by})
    on conflict (one) do update set ahead_ms = test_clock.ahead_ms + excluded.ahead_ms
    returning ahead_ms`
  return row!.ahead_ms
}
