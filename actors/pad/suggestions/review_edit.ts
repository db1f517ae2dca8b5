import type { World } from '../../../src/rules/world.ts'
import { unreadable } from '../../../src/rules/errors.ts'
import { editMoves } from '../../../src/rules/states/edit_moves.ts'
import { canMove } from '../../../src/rules/states/moves.ts'
import { sectionsOf } from '../../../src/text/sections.ts'
import type { Conflict } from '../../../src/text/merging/merge.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { type ThreadAbout, threadsAbout } from '../../../sql/facts/pad/threads_about.ts'
import { type Suggestion, suggestions } from '../../../sql/facts/pad/suggestions.ts'
import { type By, message, type Outcome } from '../../runtime/actor.ts'
import { letIn, notLetIn } from './let_in_or_not.ts'
import type { Access } from '../../seats/place.ts'
import { readableBy, standingIn } from '../access.ts'
import { answeredBefore, decided, mayAnswer, outcomes, type ReviewOutcome } from '../answering.ts'
import { refuseConflicts } from '../editing/conflicts.ts'
import { titleChanged } from '../editing/merge_title.ts'
import { neededForItsDecision, answerItsDecision } from '../decisions/decision_with_suggestion.ts'
import type { Pad } from '../state.ts'
import { changedPad, padNow, shortForm } from '../reply.ts'

interface ReviewEdit extends By {
  readonly edit_id: string
  /** id of the edit that an acceptance makes */
  readonly accept_id: string
  readonly outcome: ReviewOutcome
  readonly note?: Untrusted
  readonly dry_run?: boolean
}

interface ReviewedEdit extends ReturnType<typeof padNow> {
  readonly edit?: ReturnType<typeof shortForm>
  readonly edit_id?: string
  readonly sections?: ReturnType<typeof changedPad>['sections']
  readonly reviewed: {
    readonly edit_id: string
    readonly outcome: (typeof outcomes)[ReviewOutcome]
    readonly version?: number
  }
  readonly dry_run?: true
}

const needs = (pad: Pad, { by, edit_id }: ReviewEdit, world: World) => ({
  standing: standingIn(pad, by),
  threads: threadsAbout.of(pad.id),
  suggestion: suggestions.of(edit_id),
  ...neededForItsDecision(edit_id, world),
})

/** Answers a suggestion. Accepting it merges it with what landed since it was written. */
export const reviewEdit = message({
  afresh: true,
  needs,
  decide: (pad: Pad, args: ReviewEdit, facts, world): Outcome<Pad, ReviewedEdit> => {
    const { standing, threads, suggestion } = facts
    const { by, outcome } = args
    const access = readableBy(pad, by, standing, world.public_on)
    if (!suggestion || suggestion.pad_id !== pad.id) throw unreadable('edit')
    mayAnswer('answer_edit', pad, access, suggestion, outcome)
    if (!canMove(editMoves, suggestion.status, outcomes[outcome])) throw answeredBefore(suggestion.status)
    const itsDecision = answerItsDecision(pad, facts, { status: decided[outcome], by }, world)
    const review = { args, suggestion, access, threads, itsDecision }
    return outcome === 'accept' ? accepted(pad, review, world) : notAccepted(pad, outcome, review, world)
  },
})

interface Review {
  readonly args: ReviewEdit
  readonly suggestion: Suggestion
  readonly access: Access
  readonly threads: readonly ThreadAbout[]
  readonly itsDecision: ReturnType<typeof answerItsDecision>
}

function notAccepted(
  pad: Pad,
  outcome: Exclude<ReviewOutcome, 'accept'>,
  { args, suggestion, threads, itsDecision }: Review,
  { now, at }: World,
): Outcome<Pad, ReviewedEdit> {
  const status = outcomes[outcome]
  const reply = {
    ...padNow(pad, sectionsOf(pad.id, pad.blocks), threads, now),
    reviewed: { edit_id: suggestion.id, outcome: status },
  }
  if (args.dry_run) return { reply: { ...reply, dry_run: true } }
  return { reply, ...notLetIn(pad, suggestion, status, { ...args, itsDecision }, at) }
}

function accepted(pad: Pad, { args, suggestion, ...review }: Review, world: World): Outcome<Pad, ReviewedEdit> {
  const refuse = (conflicts: readonly Conflict[]) =>
    conflicts.length > 0 ? refuseConflicts('merge', conflicts, pad.blocks) : titleChanged()
  const { saved, threads, answered } = letIn(pad, suggestion, { ...args, ...review, refuse }, world)
  const reviewed = { edit_id: suggestion.id, outcome: 'accepted' as const }
  if (args.dry_run)
    return { reply: { ...changedPad({ ...saved, pad }, review.threads, world.now), reviewed, dry_run: true } }
  return {
    reply: {
      ...changedPad(saved, threads, world.now),
      edit_id: saved.edit.id,
      edit: shortForm(saved.edit),
      reviewed: { ...reviewed, version: saved.pad.version },
    },
    ...answered,
  }
}
