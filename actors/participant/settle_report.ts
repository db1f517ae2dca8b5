import { insertPlatformActs } from '../../sql/effects/moderation/platform.ts'
import { settleReports } from '../../sql/effects/moderation/reports.ts'
import { platformReports } from '../../sql/facts/moderation/reports.ts'
import { present } from '../../src/records/present.ts'
import { unreadable } from '../../src/rules/errors.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import { type By, message } from '../runtime/actor.ts'
import type { Participant } from './state.ts'

interface SettleReport extends By {
  readonly report_id: string
  /** act_ */
  readonly act_id: string
  readonly note?: Untrusted
}

/** A platform moderator settles a report about a person or a DM. Settling it again changes nothing. */
export const settleReport = message({
  afresh: true,
  needs: (_: Participant, { report_id }: SettleReport) => ({ report: platformReports.of(report_id) }),
  decide: (moderator, { report_id, act_id, note }, { report }, { at }) => {
    if (!report) throw unreadable('report')
    if (report.settled) return { reply: { settled: true } }
    return {
      reply: { settled: true },
      effects: [
        settleReports({ id: report_id, state: 'acted', answered_by: moderator.id, answered_at: at }),
        insertPlatformActs({
          id: act_id,
          by_id: moderator.id,
          action: 'settle_report',
          target: report_id,
          at,
          ...present({ note }),
        }),
      ],
    }
  },
})
