import { type Caller, principal } from '../../src/rules/caller.ts'
import { conflict, unreadable } from '../../src/rules/errors.ts'
import { denied } from '../../src/rules/rights.ts'
import { canMove, decisionMoves, editMoves } from '../../src/rules/states.ts'
import { sectionsOf } from '../../src/text/sections.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import { answerDecisions } from '../../sql/effects/decisions.ts'
import { answerEdits } from '../../sql/effects/edits.ts'
import { type Decision, decisions, postersBefore, postersIn } from '../../sql/facts/decisions.ts'
import { type ThreadAbout, threadsAbout } from '../../sql/facts/pads.ts'
import { type Suggestion, suggestions } from '../../sql/facts/suggestions.ts'
import { notice } from '../notices.ts'
import { message, type Outcome, type Tell } from '../runtime/actor.ts'
import { fightsIn, letIn } from './accept.ts'
import { type Asking, type Caught, mayAct, readableBy, standingIn } from './asked.ts'
import { refuseConflicts } from './conflicts.ts'
import { heard, supersedable, superseded, supersededNotices } from './decision.ts'
import { fixed } from './resolving.ts'
import type { Saved } from './save.ts'
import type { Pad } from './state.ts'
import { changedPad, padNow, shortForm } from './told.ts'

export type ReviewOutcome = 'accept' | 'turn_down' | 'withdraw'

interface ReviewEdit extends Asking {
  readonly edit_id: string
  /** of the edit that an acceptance makes */
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

const outcomes = { accept: 'accepted', turn_down: 'turned_down', withdraw: 'withdrawn' } as const

/** Answers a suggestion. Accepting it merges it with what landed since it was written. */
export const reviewEdit = message({
  afresh: true,
  needs: (pad: Pad, { by, edit_id }: ReviewEdit) => ({
    standing: standingIn(pad, by),
    threads: threadsAbout.of(pad.id),
    suggestion: suggestions.of(edit_id),
  }),
  decide: (pad: Pad, args: ReviewEdit, { standing, threads, suggestion }, now): Outcome<Pad, ReviewedEdit> => {
    const { by, note, outcome } = args
    const caught = readableBy(pad, args, standing)
    if (!suggestion || suggestion.pad_id !== pad.id) throw unreadable('edit')
    mayAnswer('answer_edit', pad, caught, suggestion, outcome)
    if (!canMove(editMoves, suggestion.status, outcomes[outcome])) throw answeredBefore(suggestion.status)

    const at = new Date(now).toISOString()
    const noted = note === undefined ? {} : { answer_note: note }
    if (outcome !== 'accept') {
      const status = outcomes[outcome]
      const reply = {
        ...padNow(pad, sectionsOf(pad.id, pad.blocks), threads, now),
        reviewed: { edit_id: suggestion.id, outcome: status },
      }
      if (args.dry_run) return { reply: { ...reply, dry_run: true } }
      return {
        reply,
        effects: [answerEdits({ id: suggestion.id, status, answered_by: by.id, at, ...noted })],
        tell: outcome === 'turn_down' ? [answered(pad, suggestion, by, 'turned_down')] : [],
      }
    }

    const { conflicts, saved } = letIn(pad, suggestion, { id: args.accept_id, by, now, note, accepts: true })
    if (conflicts.length > 0) throw refuseConflicts('merge', conflicts, pad.blocks)
    if (!saved) throw alreadyThere()
    if (fightsIn(pad, saved, by)) throw fights(caught)
    const reviewed = { edit_id: suggestion.id, outcome: 'accepted' as const }
    if (args.dry_run) {
      return { reply: { ...changedPad({ ...saved, pad }, threads, now), reviewed, dry_run: true } }
    }
    const own = suggestion.principal_id === principal(by)
    return {
      state: saved.pad,
      reply: {
        ...changedPad(saved, own ? threads : withoutFlags(saved, threads), now),
        edit_id: saved.edit.id,
        edit: shortForm(saved.edit),
        reviewed: { ...reviewed, version: saved.pad.version },
      },
      effects: [
        ...saved.effects,
        answerEdits({
          id: suggestion.id,
          status: 'accepted',
          version: saved.pad.version,
          answered_by: by.id,
          at,
          ...noted,
        }),
      ],
      tell: [answered(pad, suggestion, by, 'accepted'), ...fixesOf(saved, threads, { by, own })],
      wake: { version: saved.pad.version },
    }
  },
})

interface ReviewDecision extends Asking {
  readonly decision_id: string
  readonly outcome: ReviewOutcome
  readonly note?: Untrusted
  readonly dry_run?: boolean
}

/** Answers a proposed decision. What it supersedes ends with its acceptance. */
export const reviewDecision = message({
  afresh: true,
  needs: (pad: Pad, { by, decision_id }: ReviewDecision) => ({
    standing: standingIn(pad, by),
    threads: threadsAbout.of(pad.id),
    decision: decisions.of(decision_id),
    posters: postersIn.of(decision_id),
    olderPosters: postersBefore.of(decision_id),
  }),
  decide: (pad: Pad, args: ReviewDecision, { standing, threads, decision, posters, olderPosters }, now) => {
    const { by, note, outcome } = args
    const caught = readableBy(pad, args, standing)
    if (!decision || decision.pad_id !== pad.id) throw unreadable('decision')
    mayAnswer('answer_decision', pad, caught, decision, outcome)
    if (!canMove(decisionMoves, decision.status, decided[outcome])) throw answeredBefore(decision.status)
    const older = outcome === 'accept' ? decision.replaces : undefined
    if (older) supersedable(pad, older)

    const at = new Date(now).toISOString()
    const reply = {
      ...padNow(pad, sectionsOf(pad.id, pad.blocks), threads, now),
      reviewed: { decision_id: decision.id, outcome: outcomes[outcome] },
      decision: { decision_id: decision.id, status: decided[outcome] },
    }
    if (args.dry_run) return { reply: { ...reply, dry_run: true } }
    const about = {
      from_id: by.id,
      from_kind: by.kind,
      hub_id: pad.hub_id,
      pad_id: pad.id,
      ...(decision.thread_id !== undefined && { thread_id: decision.thread_id }),
      decision_id: decision.id,
    }
    return {
      reply,
      effects: [
        answerDecisions({
          id: decision.id,
          status: decided[outcome],
          answered_by: by.id,
          at,
          ...(note === undefined ? {} : { answer_note: note }),
        }),
        ...(older ? [superseded(older.id, decision.id, by.id, at)] : []),
      ],
      tell: [
        ...(outcome === 'withdraw' ? [] : heard(posters, now, { ...about, reason: decided[outcome] })),
        ...(older ? supersededNotices(older, olderPosters, about, now) : []),
      ],
    }
  },
})

const decided = { accept: 'decided', turn_down: 'turned_down', withdraw: 'withdrawn' } as const

/** The author withdraws; those who may edit live there answer. */
function mayAnswer(
  action: 'answer_edit' | 'answer_decision',
  pad: Pad,
  caught: Caught,
  { author_id, human_id, principal_id }: Suggestion | Decision,
  outcome: ReviewOutcome,
): void {
  const { by } = caught.asked
  if (outcome === 'withdraw') mayAct('withdraw', pad, caught, { own: author_id === by.id || human_id === by.id })
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

export const fights = ({ asked }: Caught) =>
  denied(
    'suggestions_only',
    asked,
    'You are one of those who fight over this section, so somebody else has to accept a version of it.',
  )

/** Threads that flag a section it touched hear that it was fixed; `own`: whoever let it in had written it. */
export const fixesOf = (
  { edit }: Saved,
  threads: readonly ThreadAbout[] | undefined,
  by: { by: Caller; own: boolean },
): Tell[] => flaggedBy(edit, threads).map(({ id }) => fixed(id, by))

const flaggedBy = (edit: Saved['edit'], threads: readonly ThreadAbout[] | undefined): readonly ThreadAbout[] => {
  const touched = new Set(edit.section_ids)
  return (threads ?? []).filter(({ flags_wrong, section_id }) => flags_wrong && touched.has(section_id ?? ''))
}

/** The threads as they are once they heard of a fix that somebody else than its author let in. */
function withoutFlags({ edit }: Saved, threads: readonly ThreadAbout[] | undefined): readonly ThreadAbout[] {
  const flags = new Set(flaggedBy(edit, threads))
  return (threads ?? []).map((thread) => (flags.has(thread) ? { ...thread, dispute: 'settled' as const } : thread))
}

type Answered = 'accepted' | 'turned_down' | 'checked' | 'unchecked'

/** The author of a suggestion hears what became of it; from the service itself where nobody answered. */
export const answered = (pad: Pad, { id, author_id }: Suggestion, by: Caller | undefined, reason: Answered): Tell =>
  notice(author_id, {
    kind: 'edit_answered',
    ...(by ? { from_id: by.id, from_kind: by.kind } : { from_kind: 'service' as const }),
    hub_id: pad.hub_id,
    pad_id: pad.id,
    edit_id: id,
    reason,
  })
