import { keepersOf } from '../../sql/facts/hub/seats.ts'
import { reported } from '../../sql/facts/moderation/reports.ts'
import { report as file, type Filed, type Reporting } from '../moderation/reporting.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import { checkNotPaused } from '../moderation/agents_paused.ts'
import { readableBy, standingIn } from './access.ts'
import type { Pad } from './state.ts'

/** Reports that the pad breaks the rules. Enough reports fold it. */
export const report = message({
  afresh: true,
  needs: (pad: Pad, { by }: Reporting) => ({
    standing: standingIn(pad, by),
    keepers: keepersOf.of(pad.hub_id),
    before: reported.of({ target_id: pad.id, by_id: by.id }),
  }),
  decide: (pad, call, { standing, keepers, before }, { now, public_on }): Outcome<Pad, Filed> => {
    const access = readableBy(pad, call.by, standing, public_on)
    checkNotPaused(call.by, access.standing)
    const target = {
      type: 'pad',
      id: pad.id,
      hub_id: pad.hub_id,
      fold: pad.fold,
      author_id: pad.created_by,
    } as const
    const { fold, ...filed } = file(target, call, { seated: access.asked.seat !== undefined, keepers }, before, now)
    return { ...(fold && { state: { ...pad, fold }, wake: { version: pad.version } }), ...filed }
  },
})
