import { fixSettles } from '../../../src/rules/one_human.ts'
import { type By, message, type Outcome } from '../../runtime/actor.ts'
import { disputeAfter, flaggedSection } from './dispute.ts'
import { advanced, storing, type Thread } from '../state.ts'
import { present } from '../../../src/records/present.ts'

interface SectionFixed extends By {
  /** the fix was written by the participant who accepted it */
  readonly own: boolean
}

/** Told by a pad: the section that this thread flags as wrong was fixed. The starter's own fix settles nothing. */
export const sectionFixed = message({
  needs: (thread: Thread, _: SectionFixed, world) => ({ section: flaggedSection(thread, world) }),
  decide: (thread, { by, own }, { section }, { now }): Outcome<Thread, { readonly dispute?: string }> => {
    const byStarter = !fixSettles(thread, by, own)
    const after = disputeAfter(thread, { type: 'section_fixed', byStarter }, by, section)
    if (!after) return { reply: present({ dispute: thread.dispute }) }
    const { dispute, tell } = after
    return storing(advanced(thread, { dispute }, now), { reply: { dispute }, tell })
  },
})
