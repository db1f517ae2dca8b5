import { participant } from '../../../../actors/participant/index.ts'
import { type PlatformReport, reportsPage } from '../../../reading/account/platform_moderators.ts'
import { present } from '../../../records/present.ts'
import type { ReportShown } from '../../../records/account.ts'
import { mint } from '../../../rules/ids.ts'
import { reads } from '../../../rules/limits.ts'
import { label } from '../../../text/names/labels.ts'
import { cursor, id, note, optional } from '../../input/fields.ts'
import { operation, type SettingsParts } from '../operation.ts'

/** Reports made outside hubs, for platform moderators; `settle` closes one of them. */
export const reports = operation({
  name: 'reports',
  moderatorsOnly: true,
  input: { cursor: optional(cursor()), settle: optional(id('report')), note: optional(note()) },

  async run({ input, caller, now, parts }) {
    if (input.settle !== undefined) {
      await parts.ask(participant, caller.id, 'settle_report', {
        by: caller,
        report_id: input.settle,
        act_id: mint('act', now),
        ...present({ note: input.note }),
      })
    }
    return reportsShown(parts, input.cursor)
  },
})

interface ReportsShown {
  readonly reports: readonly ReportShown[]
  readonly cursor?: string
}

/** One page of the list. The caller has checked that the reader is a moderator. */
export async function reportsShown({ sql }: Pick<SettingsParts, 'sql'>, cursor?: string): Promise<ReportsShown> {
  const page = await reportsPage(sql, cursor, reads.reports.page)
  return { ...page, reports: page.reports.map(shown) }
}

/** Holds the reported words, which moderators judge by: no model reads this answer. */
const shown = ({ id, whom, from, at, ...report }: PlatformReport): ReportShown => ({
  ...report,
  report_id: id,
  whom: { id: whom.id, displayName: label(whom.name), handle: `@${whom.handle}`, suspended: whom.suspended },
  from_id: from.id,
  from: { id: from.id, displayName: label(from.name), handle: `@${from.handle}` },
  at: at.toISOString(),
})
