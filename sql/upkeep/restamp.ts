import type { Sql } from '../client.ts'

/** Tables with a stamp, and the column that orders their rows by age. */
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
 * In a database restored into another server, stamps name transactions of the future there, which no snapshot contains:
 * all are stamped anew, and all catch_up cursors are deleted. The newest rows are enough to detect this, because stamps
 * rise approximately with ids.
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
