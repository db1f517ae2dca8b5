import { timers } from '../../../src/rules/limits.ts'
import { message, type Outcome } from '../../runtime/actor.ts'
import { disputeAfter, flaggedSection } from './dispute.ts'
import { advance, changed, type Thread, wakeOf } from '../state.ts'

interface Lapse {
  /** when it was due to lapse, epoch milliseconds */
  readonly due: number
}

/** Told by the clock: a dispute that was quiet for too long stays unresolved. Any event since has moved that time. */
export const lapse = message({
  needs: (thread: Thread, _: Lapse, world) => ({ section: flaggedSection(thread, world) }),
  decide: (thread: Thread, { due }: Lapse, { section }, { now }): Outcome<Thread, { readonly fired: boolean }> => {
    const moved =
      thread.updated_at + timers.disputeLapse === due
        ? disputeAfter(thread, { type: 'went_quiet' }, undefined, section)
        : undefined
    if (!moved) return { reply: { fired: false } }
    const state = changed(thread, { dispute: moved.dispute }, now)
    return { state, reply: { fired: true }, effects: [advance(state)], tell: moved.tell, wake: wakeOf(state) }
  },
})
