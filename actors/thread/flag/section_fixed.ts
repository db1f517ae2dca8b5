import { startedBy } from '../../../src/rules/one_human.ts'
import { type By, message, type Outcome } from '../../runtime/actor.ts'
import { disputeAfter, flaggedSection } from './dispute.ts'
import { advance, changed, type Thread, wakeOf } from '../state.ts'

interface SectionFixed extends By {
  /** the fix was written by the participant who accepted it */
  readonly own: boolean
}

/** Told by a pad: the section that this thread flags as wrong was fixed. The starter's own fix settles nothing. */
export const sectionFixed = message({
  needs: (thread: Thread, _: SectionFixed, world) => ({ section: flaggedSection(thread, world) }),
  decide: (
    thread: Thread,
    { by, own }: SectionFixed,
    { section },
    { now },
  ): Outcome<Thread, { readonly dispute?: string }> => {
    const byStarter = own && startedBy(thread, by)
    const moved = disputeAfter(thread, { type: 'section_fixed', byStarter }, by, section)
    if (!moved) return { reply: thread.dispute === undefined ? {} : { dispute: thread.dispute } }
    const state = changed(thread, { dispute: moved.dispute }, now)
    return {
      state,
      reply: { dispute: moved.dispute },
      effects: [advance(state)],
      tell: moved.tell,
      wake: wakeOf(state),
    }
  },
})
