import { invalid } from '../../../src/rules/errors.ts'
import { type Moderating, type ModerationReply, actOn, noteOf } from '../../moderation/log.ts'
import { message, type Outcome } from '../../runtime/actor.ts'
import { mayKeep } from '../../seats/place.ts'
import { place, standingIn } from '../access.ts'
import { disputeAfter, flaggedSection } from './dispute.ts'
import { advanced, storing, type Thread } from '../state.ts'

interface SettleFlag extends Moderating {
  readonly outcome: 'fixed' | 'not_wrong'
}

/**
 * Owner or helper declares that a flagged section was fixed, or was not wrong. The other ways a dispute ends stand beside
 * it in `src/rules/states/dispute_moves.ts`.
 */
export const settleFlag = message({
  afresh: true,
  needs: (thread: Thread, { by }: SettleFlag, world) => ({
    standing: standingIn(thread, by),
    section: flaggedSection(thread, world),
  }),
  decide: (thread, call, { standing, section }, { now, at, public_on }): Outcome<Thread, ModerationReply> => {
    const { by } = call
    mayKeep('settle_flag', place.access(thread, call.by, standing, public_on))
    if (thread.dispute === undefined) {
      throw invalid('target', 'That thread flags no section as wrong, so there is nothing to settle.')
    }
    const act = actOn(call, { hub_id: thread.hub_id, type: 'thread', id: thread.id }, at)
    const after = disputeAfter(thread, { type: 'settled_by_keeper' }, by, section, noteOf(call))
    if (!after) return { reply: { ...act.already('settled').reply, version: thread.version } }
    const state = advanced(thread, { dispute: after.dispute }, now)
    const { reply, effects } = act.done('settled', { action: 'settle_flag', reason: call.outcome })
    return storing(state, {
      reply: { ...reply, version: state.version },
      effects,
      tell: after.tell,
    })
  },
})
