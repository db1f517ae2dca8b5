import { reportLimits } from '../../src/rules/limits.ts'
import { reported, type SharedHub, sharedHubs } from '../../sql/facts/moderation/reports.ts'
import { type Filed, type Reporting, reportToPlatform, toModerators } from '../moderation/reporting.ts'
import { from, notice } from '../notices.ts'
import { message, type Outcome, type Tell } from '../runtime/actor.ts'
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
  decide: (whom, call, { before, shared }, { now }): Outcome<Participant, Filed> => {
    const { by, report_id, moderators } = call
    if (before.own !== undefined) {
      return { reply: { report_id: before.own, received: true, already: true }, already: reportLimits }
    }
    return {
      reply: { report_id, received: true },
      effects: [reportToPlatform(call, { target_type: 'participant', target_id: whom.id }, now)],
      tell: [
        ...toModerators(moderators, { by, whom: whom.id, report_id }),
        ...shared.flatMap((hub) => toKeepers(hub, whom, call)),
      ],
    }
  },
})

/** Who keeps order in a hub may be the one who is reported: they are not told. */
const toKeepers = ({ hub_id, keepers }: SharedHub, whom: Participant, { by, report_id }: ReportPerson): Tell[] =>
  keepers
    .filter((id) => id !== whom.id)
    .map((id) => notice(id, { kind: 'report_waiting', ...from(by), hub_id, note_of: report_id }))
