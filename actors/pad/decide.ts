import { threadsAbout } from '../../sql/facts/pads.ts'
import { sectionsOf } from '../../src/text/sections.ts'
import { message } from '../runtime/actor.ts'
import { type ProgressOn, progressElsewhere } from '../thread/tasks.ts'
import { neededToAsk } from './answering.ts'
import { type Asking, readableBy, standingIn } from './asked.ts'
import { type NewDecision, neededToDecide, record } from './decision.ts'
import type { Pad } from './state.ts'
import { padNow } from './told.ts'

interface Decide extends Asking {
  readonly decision: NewDecision
  /** counts as progress on it, where it is the caller's */
  readonly task?: ProgressOn
  readonly dry_run?: boolean
}

/** A decision alone: the pad's text stays as it is. */
export const decide = message({
  afresh: true,
  needs: (pad: Pad, { by, decision }: Decide) => ({
    standing: standingIn(pad, by),
    threads: threadsAbout.of(pad.id),
    ...neededToDecide(decision),
    ...neededToAsk(pad, { by, decision: true }),
  }),
  decide: (pad: Pad, args: Decide, facts, now) => {
    const caught = readableBy(pad, args, facts.standing)
    const sections = sectionsOf(pad.id, pad.blocks)
    const { reply, effects, tell } = record(pad, caught, args.decision, facts, { sections, now })
    const told = { ...padNow(pad, sections, facts.threads, now), decision: reply }
    if (args.dry_run) return { reply: { ...told, dry_run: true } }
    const progress = args.task ? [progressElsewhere(args.task, args.by)] : []
    return { reply: told, effects, tell: [...tell, ...progress] }
  },
})
