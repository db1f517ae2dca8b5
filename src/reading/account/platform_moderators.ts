import {
  type PlatformReport,
  peopleWithEmails,
  platformReports,
} from '../../../sql/reads/account/platform_moderators.ts'
import type { Sql } from '../../../sql/client.ts'
import type { Config } from '../../config.ts'
import { presentAs } from '../../records/present.ts'
import { badCursor, onePage } from '../cursor.ts'

export { confirmedEmail, moderatedNamed } from '../../../sql/reads/account/platform_moderators.ts'
export type { PlatformReport }

interface Parts {
  readonly sql: Sql
  readonly config: Pick<Config, 'moderators'>
}

/** Returns the ids of the platform moderators, who are told of reports made outside hubs. */
export const moderatorIds = async ({ sql, config }: Parts): Promise<readonly string[]> =>
  config.moderators.length === 0 ? [] : peopleWithEmails(sql, config.moderators)

interface ReportsPage {
  readonly reports: readonly PlatformReport[]
  readonly cursor?: string
}

/** Returns a page of the reports to the platform moderators, unsettled ones first. */
export async function reportsPage(sql: Sql, cursor: string | undefined, limit: number): Promise<ReportsPage> {
  const after = cursor === undefined ? undefined : placeOf(cursor)
  const found = await platformReports(sql, { after, limit: limit + 1 })
  const { shown, next_cursor } = onePage(found, limit, ({ settled, id }) => `${settled ? 'settled' : 'open'} ${id}`)
  return presentAs({ reports: shown, cursor: next_cursor })
}

function placeOf(cursor: string): { settled: boolean; id: string } {
  const [, lot, id] = /^(open|settled) (rep_[0-9a-z]+)$/.exec(cursor) ?? []
  if (lot === undefined || id === undefined) throw badCursor()
  return { settled: lot === 'settled', id }
}
