import type { Pausable } from '../../src/rules/lists.ts'
import type { Sql } from '../client.ts'

/** What platform moderators have paused. */
export async function pausesNow(sql: Sql): Promise<readonly Pausable[]> {
  const rows = await sql<{ what: Pausable }[]>`select what from platform_pause order by what`
  return rows.map(({ what }) => what)
}
