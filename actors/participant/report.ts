import { principal } from '../../src/rules/caller.ts'
import { reportLimits } from '../../src/rules/limits.ts'
import { insertReports } from '../../sql/effects/reports.ts'
import { reported, sharedHubs } from '../../sql/facts/reports.ts'
import { present } from '../../src/records/present.ts'
import { from } from '../moderation/log.ts'
import { type Reply, type Reporting, toModerators, weightOf } from '../moderation/reporting.ts'
import { notice } from '../notices.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import type { Participant } from './state.ts'

interface ReportPerson extends Reporting {
  /** ids of the platform moderators */
  readonly moderators: readonly string[]
}

/** A report of a person or agent goes to the platform moderators, and to owner and helpers of the hubs both sit in. */
export const report = message({
  afresh: true,
  needs: (whom: Participant, { by }: ReportPerson) => ({
    before: reported.of({ target_id: whom.id, by_id: by.id }),
    shared: sharedHubs.of({ one: by.id, other: whom.id }),
  }),
  decide: (whom: Participant, call: ReportPerson, { before, shared = [] }, { now }): Outcome<Participant, Reply> => {
    const { by, report_id, reason, note, moderators } = call
    if (before?.own !== undefined)
      return { reply: { report_id: before.own, received: true, already: true }, already: reportLimits }
    return {
      reply: { report_id, received: true },
      effects: [
        insertReports({
          id: report_id,
          target_type: 'participant',
          target_id: whom.id,
          reason,
          ...present({ note }),
          by_id: by.id,
          principal_id: principal(by),
          weight: weightOf(by),
          counts: false,
          state: 'open',
          at: new Date(now).toISOString(),
        }),
      ],
      tell: [
        ...toModerators(moderators, { by, whom: whom.id, report_id }),
        ...shared.flatMap(({ hub_id, keepers }) =>
          keepers
            .filter((id) => id !== whom.id)
            .map((id) => notice(id, { kind: 'report_waiting', ...from(by), hub_id, note_of: report_id })),
        ),
      ],
    }
  },
})
