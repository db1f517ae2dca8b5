import type { Sql } from '../client.ts'

/** Records that this host is alive and returns the number of live hosts. */
export async function liveHosts(sql: Sql, host: string, liveMs: number): Promise<number> {
  const [row] = await sql<{ live: number }[]>`
    with seen as (
      insert into host (id, seen) values (${host}, clock_timestamp())
      on conflict (id) do update set seen = excluded.seen
    )
    select (1 + count(*))::int as live from host
    where id <> ${host} and seen > clock_timestamp() - ${liveMs}::int * interval '1 millisecond'`
  return row?.live ?? 1
}

/** Removes a draining host from the count, so that the others take over its share at once. */
export async function leaveHosts(sql: Sql, host: string): Promise<void> {
  await sql`delete from host where id = ${host}`
}
