import type { World } from '../../../src/rules/world.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { principal } from '../../../src/rules/one_human.ts'
import { conflict, unreadable } from '../../../src/rules/errors.ts'
import { denied } from '../../../src/rules/rights.ts'
import { canMove, editMoves } from '../../../src/rules/states/edit_moves.ts'
import { sectionsOf } from '../../../src/text/sections.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { answerEdits } from '../../../sql/effects/pad/edits.ts'
import type { Decision } from '../../../sql/facts/pad/decisions.ts'
import { type ThreadAbout, threadsAbout } from '../../../sql/facts/pad/pads.ts'
import { type Suggestion, suggestions } from '../../../sql/facts/pad/suggestions.ts'
import { present } from '../../../src/records/present.ts'
import { notice } from '../../notices.ts'
import { type By, message, type Outcome, type Tell } from '../../runtime/actor.ts'
import { isFighting, mergeSuggestion } from './merge_suggestion.ts'
import type { Access } from '../../moderation/place.ts'
import { mayAct, readableBy, standingIn } from '../access.ts'
import { refuseConflicts } from '../editing/conflicts.ts'
import { neededForFate, shareFate } from '../decisions/decision_with_suggestion.ts'
import { flagFixed } from '../decisions/resolves_thread.ts'
import type { Saved } from '../editing/save.ts'
import type { Pad } from '../state.ts'
import { changedPad, padNow, shortForm } from '../reply.ts'

export type ReviewOutcome = 'accept' | 'turn_down' | 'withdraw'

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

export const outcomes = { accept: 'accepted', turn_down: 'turned_down', withdraw: 'withdrawn' } as const

const needs = (pad: Pad, { by, edit_id }: ReviewEdit, world: World) => ({
  standing: standingIn(pad, by),
  threads: threadsAbout.of(pad.id),
  suggestion: suggestions.of(edit_id),
  ...neededForFate([edit_id], world),
})

/** Answers a suggestion. Accepting it merges it with what landed since it was written. */
export const reviewEdit = message({
  afresh: true,
  needs,
  decide: (pad: Pad, args: ReviewEdit, facts, { now, at, public_on }): Outcome<Pad, ReviewedEdit> => {
    const { standing, threads, suggestion } = facts
    const { by, outcome } = args
    const access = readableBy(pad, by, standing, public_on)
    if (!suggestion || suggestion.pad_id !== pad.id) throw unreadable('edit')
    mayAnswer('answer_edit', pad, access, suggestion, outcome)
    if (!canMove(editMoves, suggestion.status, outcomes[outcome])) throw answeredBefore(suggestion.status)
    const fate = shareFate(pad, facts, { edit_id: suggestion.id, status: decided[outcome], by, now })
    const review = { args, suggestion, access, threads, fate, now, at }
    return outcome === 'accept' ? accepted(pad, review) : notTaken(pad, outcome, review)
  },
})

interface Review {
  readonly args: ReviewEdit
  readonly suggestion: Suggestion
  readonly access: Access
  readonly threads: readonly ThreadAbout[] | undefined
  /** what becomes of the decision that came with it */
  readonly fate: ReturnType<typeof shareFate>
  readonly now: number
  readonly at: string
}

const answerOf = ({ suggestion, args: { by, note }, at }: Review) => ({
  id: suggestion.id,
  answered_by: by.id,
  answered_at: at,
  ...present({ answer_note: note }),
})

/** Turned down, or withdrawn by its author. */
function notTaken(pad: Pad, outcome: Exclude<ReviewOutcome, 'accept'>, review: Review): Outcome<Pad, ReviewedEdit> {
  const { args, suggestion, threads, fate, now } = review
  const status = outcomes[outcome]
  const reply = {
    ...padNow(pad, sectionsOf(pad.id, pad.blocks), threads, now),
    reviewed: { edit_id: suggestion.id, outcome: status },
  }
  if (args.dry_run) return { reply: { ...reply, dry_run: true } }
  const notices = outcome === 'turn_down' ? [outcomeNotice(pad, suggestion, args.by, 'turned_down')] : []
  return {
    reply,
    effects: [answerEdits({ ...answerOf(review), status }), ...fate.effects],
    tell: [...notices, ...fate.tell],
    wake: { version: pad.version },
  }
}

function accepted(pad: Pad, review: Review): Outcome<Pad, ReviewedEdit> {
  const { args, suggestion, access, threads, fate, now } = review
  const { by, note, accept_id: id } = args
  const { conflicts, saved } = mergeSuggestion(pad, suggestion, { id, by, now, note, accepts: true })
  if (conflicts.length > 0) throw refuseConflicts('merge', conflicts, pad.blocks)
  if (!saved) throw alreadyThere()
  if (isFighting(saved, by)) throw editWarRefusal(access)
  const reviewed = { edit_id: suggestion.id, outcome: 'accepted' as const }
  if (args.dry_run) return { reply: { ...changedPad({ ...saved, pad }, threads, now), reviewed, dry_run: true } }
  const own = suggestion.principal_id === principal(by)
  const { version } = saved.pad
  return {
    state: saved.pad,
    reply: {
      ...changedPad(saved, own ? threads : withoutFlags(saved, threads), now),
      edit_id: saved.edit.id,
      edit: shortForm(saved.edit),
      reviewed: { ...reviewed, version },
    },
    effects: [...saved.effects, answerEdits({ ...answerOf(review), status: 'accepted', version }), ...fate.effects],
    tell: [outcomeNotice(pad, suggestion, by, 'accepted'), ...fixesOf(saved, threads, { by, own }), ...fate.tell],
    wake: { version },
  }
}

export const decided = { accept: 'decided', turn_down: 'turned_down', withdraw: 'withdrawn' } as const

export const isOwn = (
  { author_id, human_id }: { readonly author_id: string; readonly human_id?: string | undefined },
  by: Caller,
): boolean => author_id === by.id || human_id === by.id

/** The author may withdraw; those who may edit live there may answer. */
export function mayAnswer(
  action: 'answer_edit' | 'answer_decision',
  pad: Pad,
  caught: Access,
  { author_id, human_id, principal_id }: Suggestion | Decision,
  outcome: ReviewOutcome,
): void {
  const { by } = caught.asked
  if (outcome === 'withdraw') mayAct('withdraw', pad, caught, { own: isOwn({ author_id, human_id }, by) })
  else mayAct(action, pad, caught, { own: principal_id === principal(by) })
}

export const answeredBefore = (state: string) =>
  conflict(
    'already_answered',
    `That one was answered before: it is ${state.replace('_', ' ')}. open_pad shows what waits.`,
    {
      state,
    },
  )

export const alreadyThere = () =>
  conflict('already_answered', 'The pad already says what that suggestion says. Turn it down, or leave it.', {
    state: 'proposed',
  })

export const editWarRefusal = ({ asked }: Access) =>
  denied(
    'suggestions_only',
    asked,
    'You are one of those who fight over this section, so somebody else has to accept a version of it.',
  )

/** Tells the threads that flag a touched section that it was fixed; `own`: the fix was let in by its own author. */
export const fixesOf = (
  { edit }: Saved,
  threads: readonly ThreadAbout[] | undefined,
  by: { by: Caller; own: boolean },
): Tell[] => flaggedBy(edit, threads).map(({ id }) => flagFixed(id, by))

const flaggedBy = (edit: Saved['edit'], threads: readonly ThreadAbout[] | undefined): readonly ThreadAbout[] => {
  const touched = new Set(edit.section_ids)
  return (threads ?? []).filter(({ flags_wrong, section_id }) => flags_wrong && touched.has(section_id ?? ''))
}

/** The threads after a fix that another participant than its author let in. */
function withoutFlags({ edit }: Saved, threads: readonly ThreadAbout[] | undefined): readonly ThreadAbout[] {
  const flags = new Set(flaggedBy(edit, threads))
  return (threads ?? []).map((thread) => (flags.has(thread) ? { ...thread, dispute: 'settled' as const } : thread))
}

type Answered = 'accepted' | 'turned_down' | 'checked' | 'unchecked'

/** Notifies a suggestion's author of its outcome; sent by the service itself when it went in without an answer. */
export const outcomeNotice = (
  pad: Pad,
  { id, author_id }: Suggestion,
  by: Caller | undefined,
  reason: Answered,
): Tell =>
  notice(author_id, {
    kind: 'edit_answered',
    ...(by ? { from_id: by.id, from_kind: by.kind } : { from_kind: 'service' as const }),
    hub_id: pad.hub_id,
    pad_id: pad.id,
    edit_id: id,
    reason,
  })
