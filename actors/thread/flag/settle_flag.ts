import { invalid } from '../../../src/rules/errors.ts'
import { type Moderating, type ModerationReply, logEffects, noteOf } from '../../moderation/log.ts'
import { message, type Outcome } from '../../runtime/actor.ts'
import { mayKeep } from '../../moderation/place.ts'
import { place, standingIn } from '../access.ts'
import { disputeAfter, flaggedSection } from './dispute.ts'
import { changed, moved, type Thread } from '../state.ts'

interface SettleFlag extends Moderating {
  readonly outcome: 'fixed' | 'not_wrong'
}

/** Owner or helper declares that a flagged section was fixed, or was not wrong. */
export const settleFlag = message({
  afresh: true,
  needs: (thread: Thread, { by }: SettleFlag, world) => ({
    standing: standingIn(thread, by),
    section: flaggedSection(thread, world),
  }),
  decide: (
    thread: Thread,
    call: SettleFlag,
    { standing, section },
    { now, public_on },
  ): Outcome<Thread, ModerationReply> => {
    const { by } = call
    mayKeep('settle_flag', place.access(thread, call.by, standing, public_on))
    if (thread.dispute === undefined) {
      throw invalid('target', 'That thread flags no section as wrong, so there is nothing to settle.')
    }
    const reply: ModerationReply = {
      hub_id: thread.hub_id,
      target: { type: 'thread', id: thread.id },
      status: 'settled',
    }
    const after = disputeAfter(thread, { type: 'settled_by_keeper' }, by, section, noteOf(call))
    if (!after) return { reply: { ...reply, already: true, version: thread.version } }
    const state = changed(thread, { dispute: after.dispute }, now)
    return moved(state, {
      reply: { ...reply, entry: call.entry, version: state.version },
      effects: logEffects(
        call,
        {
          hub_id: thread.hub_id,
          action: 'settle_flag',
          target_type: 'thread',
          target_id: thread.id,
          reason: call.outcome,
        },
        now,
      ),
      tell: after.tell,
    })
  },
})
