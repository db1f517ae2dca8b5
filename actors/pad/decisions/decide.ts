import { threadsAbout } from '../../../sql/facts/pad/threads_about.ts'
import { sectionsOf } from '../../../src/text/sections.ts'
import { aloneIn, whetherShared } from '../../shared_with_others.ts'
import { type By, message, type Outcome } from '../../runtime/actor.ts'
import { type ProgressOn, progressElsewhere } from '../../thread/tasks/tasks.ts'
import { neededToAsk } from '../suggestions/notify_answerers.ts'
import { refuseKeyRequestIn, type Writes } from '../../moderation/refuse_key_request.ts'
import { readableBy, standingIn } from '../access.ts'
import { type NewDecision, neededToDecide, record, type RecordedDecision } from './decision.ts'
import type { Pad } from '../state.ts'
import { padNow } from '../reply.ts'

interface Decide extends By, Writes {
  readonly decision: NewDecision
  /** only proposes it */
  readonly propose?: boolean
  /** counts as progress on this task, when it is the caller's */
  readonly task?: ProgressOn
  readonly dry_run?: boolean
}

interface Decided extends ReturnType<typeof padNow> {
  readonly decision: { readonly decision_id?: string; readonly status: RecordedDecision['reply']['status'] }
  readonly alone?: true
  readonly dry_run?: true
}

/** Records a decision alone: the pad's text stays as it is. */
export const decide = message({
  afresh: true,
  needs: (pad: Pad, { by, decision }: Decide, world) => ({
    standing: standingIn(pad, by),
    shared: whetherShared(by, { place_id: pad.id, hub_id: pad.hub_id, thread_id: decision.thread_id }),
    threads: threadsAbout.of(pad.id),
    ...neededToDecide(by, decision, world),
    ...neededToAsk(pad, { by, decision: true }),
  }),
  decide: (pad, args, facts, world): Outcome<Pad, Decided> => {
    const { now, public_on } = world
    const access = readableBy(pad, args.by, facts.standing, public_on)
    const sections = sectionsOf(pad.id, pad.blocks)
    const { reply, effects, tell } = record(
      pad,
      access,
      args.decision,
      facts,
      { sections, propose: args.propose },
      world,
    )
    refuseKeyRequestIn(args, access.asked)
    const here = padNow(pad, sections, facts.threads, now)
    if (args.dry_run) return { reply: { ...here, decision: { status: reply.status }, dry_run: true } }
    const progress = args.task ? [progressElsewhere(args.task, args.by)] : []
    const wake = { version: pad.version }
    return {
      reply: { ...here, decision: reply, ...aloneIn(facts.shared) },
      effects,
      tell: [...tell, ...progress],
      wake,
    }
  },
})
