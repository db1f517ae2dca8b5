import { lapsesAt } from '../../../src/rules/states/dispute_moves.ts'
import { message, type Outcome } from '../../runtime/actor.ts'
import { disputeAfter, flaggedSection } from './dispute.ts'
import { advanced, storing, type Thread } from '../state.ts'

interface Lapse {
  /** when it was due to lapse, epoch milliseconds */
  readonly due: number
}

/** Told by the clock: a dispute that was quiet for too long stays unresolved. Any event since has moved that time. */
export const lapse = message({
  needs: (thread: Thread, _: Lapse, world) => ({ section: flaggedSection(thread, world) }),
  decide: (thread, { due }, { section }, { now }): Outcome<Thread, { readonly fired: boolean }> => {
    const after =
      lapsesAt(thread.updated_at) === due ? disputeAfter(thread, { type: 'went_quiet' }, undefined, section) : undefined
    if (!after) return { reply: { fired: false } }
    return storing(advanced(thread, { dispute: after.dispute }, now), { reply: { fired: true }, tell: after.tell })
  },
})
