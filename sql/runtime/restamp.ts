import type { Sql } from '../client.ts'

const stamped = ['thread', 'pad', 'pad_version', 'edit', 'task', 'decision', 'post'] as const

/**
 * A database that was restored into another server holds stamps of transactions that are yet to come there, which no
 * snapshot contains: they begin anew. The newest threads tell, for stamps rise with ids closely enough.
 */
export async function restampIfRestored(sql: Sql): Promise<boolean> {
  const [newest] = await sql<{ to_come: boolean }[]>`
    select bool_or(stamp >= pg_snapshot_xmax(pg_current_snapshot())) as to_come
    from (select stamp from thread order by id desc limit 100) thread`
  if (!newest?.to_come) return false
  await sql.begin(async (whole) => {
    for (const table of stamped) await whole`update ${whole(table)} set stamp = pg_current_xact_id()`
  })
  return true
}
