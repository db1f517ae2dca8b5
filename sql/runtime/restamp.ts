import type { Sql } from '../client.ts'

/** What is stamped, with what tells which of its rows are the newest. */
const stamped = {
  thread: 'id',
  pad: 'id',
  pad_version: 'pad_id',
  edit: 'id',
  task: 'id',
  decision: 'id',
  post: 'id',
} as const

/**
 * A database that was restored into another server holds stamps of transactions that are yet to come there, which no
 * snapshot contains: they begin anew, and so does what everybody caught up with. The newest rows tell, for stamps rise
 * with ids closely enough.
 */
export async function restampIfRestored(sql: Sql): Promise<boolean> {
  let restored = false
  for (const [table, id] of Object.entries(stamped)) {
    const rows = await sql`
      select from (select stamp from ${sql(table)} order by ${sql(id)} desc limit 100) newest
      where stamp >= pg_snapshot_xmax(pg_current_snapshot()) limit 1`
    restored ||= rows.length > 0
  }
  if (!restored) return false
  await sql.begin(async (whole) => {
    for (const table of Object.keys(stamped)) await whole`update ${whole(table)} set stamp = pg_current_xact_id()`
    await whole`delete from caught_up`
  })
  return true
}
