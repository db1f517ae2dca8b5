import type { Untrusted } from '../../../src/text/untrusted.ts'
import { insertInto, updateOf } from '../../effect.ts'
import type { ReportTarget } from '../../../src/rules/closed_lists.ts'

export interface ReportRow {
  readonly id: string
  readonly hub_id?: string
  readonly target_type: ReportTarget
  readonly target_id: string
  readonly thread_id?: string
  /** of a DM: the reported post */
  readonly post_id?: string
  readonly reason: string
  readonly note?: Untrusted
  readonly by_id: string
  readonly principal_id: string
  /** in hundredths */
  readonly weight: number
  readonly counts: boolean
  readonly state: 'open'
  readonly at: string
}

export const insertReports = insertInto<ReportRow>('report', { on_conflict: 'nothing' })

interface ReportAnswer {
  readonly state: 'kept' | 'acted'
  readonly answered_by: string
  readonly answered_at: string
}

/** The owner or a helper answers all open reports of a target. */
export const answerReports = updateOf<ReportAnswer & { readonly target_id: string }>('report.answer', {
  key: ['target_id'],
  set: ['state', 'answered_by', 'answered_at'],
  where: "report.state = 'open'",
})

/** A platform moderator answers one report. */
export const settleReports = updateOf<ReportAnswer & { readonly id: string }>('report.settle', {
  set: ['state', 'answered_by', 'answered_at'],
  where: "report.state = 'open'",
})
