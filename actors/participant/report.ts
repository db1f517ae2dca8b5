import { principal } from '../../src/rules/caller.ts'
import { insertReports } from '../../sql/effects/reports.ts'
import { reported, sharedHubs } from '../../sql/facts/reports.ts'
import { from } from '../moderation/log.ts'
import { type Reply, type Reporting, weightOf } from '../moderation/reporting.ts'
import { notice } from '../notices.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import type { Participant } from './state.ts'

/** Somebody says that a person or agent breaks the rules: those who keep the hubs that both sit in hear of it. */
export const report = message({
  afresh: true,
  needs: (whom: Participant, { by }: Reporting) => ({
    before: reported.of({ target_id: whom.id, by_id: by.id }),
    shared: sharedHubs.of({ one: by.id, other: whom.id }),
  }),
  decide: (whom: Participant, call: Reporting, { before, shared = [] }, now): Outcome<Participant, Reply> => {
    const { by, report_id, reason, note } = call
    if (before?.own !== undefined) return { reply: { report_id: before.own, received: true, already: true } }
    return {
      reply: { report_id, received: true },
      effects: [
        insertReports({
          id: report_id,
          target_type: 'participant',
          target_id: whom.id,
          reason,
          ...(note !== undefined && { note }),
          by_id: by.id,
          principal_id: principal(by),
          weight: weightOf(by),
          counts: false,
          state: 'open',
          at: new Date(now).toISOString(),
        }),
      ],
      tell: shared.flatMap(({ hub_id, keepers }) =>
        keepers
          .filter((id) => id !== whom.id)
          .map((id) => notice(id, { kind: 'report_waiting', ...from(by), hub_id, note_of: report_id })),
      ),
    }
  },
})
