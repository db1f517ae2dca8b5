import type { Caller } from '../../../src/rules/caller.ts'
import { invalid, unreadable } from '../../../src/rules/errors.ts'
import { withdraws } from '../../../src/rules/own_work.ts'
import { decisionMoves } from '../../../src/rules/states/decision_moves.ts'
import { canMove } from '../../../src/rules/states/moves.ts'
import type { World } from '../../../src/rules/world.ts'
import { sectionsOf } from '../../../src/text/sections.ts'
import { type Untrusted, words } from '../../../src/text/untrusted.ts'
import type { Effect } from '../../../sql/effect.ts'
import {
  answerDecisions,
  type DecisionRow,
  insertDecisions,
  restoreSuperseded,
} from '../../../sql/effects/pad/decisions.ts'
import {
  type Decision,
  decisions,
  postersBefore,
  postersIn,
  threadsRestored,
} from '../../../sql/facts/pad/decisions.ts'
import { threadsAbout } from '../../../sql/facts/pad/threads_about.ts'
import { present, presentAs } from '../../../src/records/present.ts'
import { type By, type Facts, message, type Outcome } from '../../runtime/actor.ts'
import { mayAct, readableBy, standingIn } from '../access.ts'
import { authorship } from '../editing/authorship.ts'
import { settled, supersedable, superseded } from './decision.ts'
import { padNow } from '../reply.ts'
import { answeredBefore, decided, mayAnswer, outcomes, type ReviewOutcome } from '../answering.ts'
import type { Pad } from '../state.ts'

interface ReviewDecision extends By {
  readonly decision_id: string
  readonly outcome: ReviewOutcome
  /** accepts this one of its options, counted from 1, and not the proposed text */
  readonly option?: number
  /** id of the decision that another option makes */
  readonly chosen_id: string
  readonly note?: Untrusted
  readonly dry_run?: boolean
}

interface ReviewedDecision extends ReturnType<typeof padNow> {
  readonly reviewed: { readonly decision_id: string; readonly outcome: (typeof outcomes)[ReviewOutcome] }
  /** decision_id is absent when a dry run chooses another option: it makes no decision */
  readonly decision: { readonly decision_id?: string; readonly status: (typeof decided)[ReviewOutcome] }
  readonly dry_run?: true
}

const needs = (pad: Pad, { by, decision_id }: ReviewDecision, { public_on }: World) => ({
  standing: standingIn(pad, by),
  threads: threadsAbout.of(pad.id),
  decision: decisions.of(decision_id),
  posters: postersIn.of({ id: decision_id, public_on }),
  olderPosters: postersBefore.of({ id: decision_id, public_on }),
  restored: threadsRestored.of(decision_id),
})
type Loaded = Facts<ReturnType<typeof needs>>

/**
 * Answers a proposed decision. Its acceptance ends the decision that it supersedes. Another of its options is recorded
 * as a decision of its own, by the caller who chose it, in place of the proposed one.
 */
export const reviewDecision = message({
  afresh: true,
  needs,
  decide: (pad: Pad, args: ReviewDecision, facts, world): Outcome<Pad, ReviewedDecision> => {
    const { by, outcome } = args
    const { now } = world
    const review = reviewed(pad, args, facts, world)
    const { decision, older, stands } = review
    const reply = {
      ...padNow(pad, sectionsOf(pad.id, pad.blocks), facts.threads, now),
      reviewed: { decision_id: decision.id, outcome: outcomes[outcome] },
      decision: { decision_id: stands, status: decided[outcome] },
    }
    if (args.dry_run) {
      const { decision_id: _, ...status } = reply.decision
      return { reply: { ...reply, decision: review.chosen ? status : reply.decision, dry_run: true } }
    }
    const settling = { decision_id: stands, thread_id: decision.thread_id, status: decided[outcome] }
    const { posters, olderPosters } = facts
    const restored = review.recorded ? facts.restored : undefined
    const { effects, tell } = settled(pad, by, settling, { older, posters, olderPosters, restored }, world)
    return {
      reply,
      effects: [...rowsOf(pad, args, review, world.at), ...effects],
      tell,
      wake: { version: pad.version },
    }
  },
})

interface Review {
  readonly decision: Decision
  /** it was decided before, and is withdrawn */
  readonly recorded: boolean
  /** text of another of its options, where that is accepted */
  readonly chosen: Untrusted | undefined
  /** the decision that it supersedes */
  readonly older: Decision['replaces']
  /** id of the decision that stands afterwards */
  readonly stands: string
}

/** Throws when the caller may not answer so. */
function reviewed(pad: Pad, args: ReviewDecision, { standing, decision }: Loaded, { public_on }: World): Review {
  const { by, outcome } = args
  const access = readableBy(pad, by, standing, public_on)
  if (!decision || decision.pad_id !== pad.id) throw unreadable('decision')
  // a recorded decision stands until owner, helper or its author withdraws it
  const recorded = outcome === 'withdraw' && decision.status === 'decided'
  if (recorded) mayAct('withdraw_decided', pad, access, { own: withdraws(decision, by) })
  else mayAnswer('answer_decision', pad, access, decision, outcome)
  if (!canMove(decisionMoves, decision.status, decided[outcome])) throw answeredBefore(decision.status)
  const chosen = outcome === 'accept' ? otherOption(decision, args.option) : undefined
  const older = outcome === 'accept' ? decision.replaces : undefined
  if (older) supersedable(pad, older)
  return { decision, recorded, chosen, older, stands: chosen === undefined ? decision.id : args.chosen_id }
}

function rowsOf(
  pad: Pad,
  { by, note, outcome }: ReviewDecision,
  { decision, recorded, chosen, stands }: Review,
  at: string,
): readonly Effect[] {
  const answered = { id: decision.id, status: decided[outcome], answered_by: by.id, answered_at: at }
  return [
    ...(chosen === undefined
      ? [answerDecisions({ ...answered, ...present({ answer_note: note }) })]
      : [
          insertDecisions(chosenInstead(pad, decision, { id: stands, text: chosen, by, at, note })),
          superseded(decision.id, { superseded_by: stands, answered_by: by.id, answered_at: at }, true),
        ]),
    ...(recorded ? [restoreSuperseded({ id: decision.id })] : []),
  ]
}

/** Returns the text of the chosen option; undefined when none was named or it is the proposed one. */
function otherOption({ text, options }: Decision, place: number | undefined): Untrusted | undefined {
  if (place === undefined) return undefined
  const chosen = options[place - 1]
  if (chosen === undefined) {
    throw invalid('target', `That decision names ${options.length} options. Count them from 1, or leave option out.`)
  }
  return words(chosen) === words(text) ? undefined : chosen
}

interface Chosen {
  readonly id: string
  readonly text: Untrusted
  readonly by: Caller
  readonly at: string
  readonly note: Untrusted | undefined
}

const chosenInstead = (
  { id: pad_id, hub_id }: Pad,
  { id: supersedes, options, section_id, thread_id, post_id }: Decision,
  { id, text, by, at, note }: Chosen,
): DecisionRow =>
  presentAs({
    id,
    pad_id,
    hub_id,
    status: 'decided',
    text,
    options,
    ...authorship(by),
    supersedes,
    at,
    reason: note,
    section_id,
    thread_id,
    post_id,
  })
