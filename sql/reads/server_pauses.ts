import type { Pausable } from '../../src/rules/closed_lists.ts'
import { type Sql, allValues } from '../client.ts'

/** What platform moderators have paused. */
export const pausesNow = (sql: Sql): Promise<readonly Pausable[]> =>
  allValues(sql`select what from platform_pause order by what`)
