import { type Caller, cameBy, principal } from '../../src/rules/caller.ts'
import { conflict, invalid, unreadable } from '../../src/rules/errors.ts'
import { denied } from '../../src/rules/rights.ts'
import { canMove, decisionMoves, editMoves } from '../../src/rules/states.ts'
import { sectionsOf } from '../../src/text/sections.ts'
import { type Untrusted, words } from '../../src/text/untrusted.ts'
import { answerDecisions, type DecisionRow, insertDecisions, restoreSuperseded } from '../../sql/effects/decisions.ts'
import { answerEdits } from '../../sql/effects/edits.ts'
import { type Decision, decisions, postersBefore, postersIn } from '../../sql/facts/decisions.ts'
import { type ThreadAbout, threadsAbout } from '../../sql/facts/pads.ts'
import { type Suggestion, suggestions } from '../../sql/facts/suggestions.ts'
import { notice } from '../notices.ts'
import { message, type Outcome, type Tell } from '../runtime/actor.ts'
import { fightsIn, letIn } from './accept.ts'
import { type Asking, type Access } from '../moderation/place.ts'
import { mayAct, readableBy, standingIn } from './access.ts'
import { refuseConflicts } from './conflicts.ts'
import { decidedIn, heard, supersedable, superseded, supersededNotices } from './decision.ts'
import { neededForFate, shareFate } from './fate.ts'
import { fixed } from './resolving.ts'
import type { Saved } from './save.ts'
import type { Pad } from './state.ts'
import { changedPad, padNow, shortForm } from './reply.ts'

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
    ...neededForFate([edit_id]),
  }),
  decide: (pad: Pad, args: ReviewEdit, facts, now): Outcome<Pad, ReviewedEdit> => {
    const { standing, threads, suggestion } = facts
    const { by, note, outcome } = args
    const caught = readableBy(pad, args, standing)
    if (!suggestion || suggestion.pad_id !== pad.id) throw unreadable('edit')
    mayAnswer('answer_edit', pad, caught, suggestion, outcome)
    if (!canMove(editMoves, suggestion.status, outcomes[outcome])) throw answeredBefore(suggestion.status)

    const at = new Date(now).toISOString()
    const noted = note === undefined ? {} : { answer_note: note }
    const fate = shareFate(pad, facts, { edit_id: suggestion.id, status: decided[outcome], by, now })
    if (outcome !== 'accept') {
      const status = outcomes[outcome]
      const reply = {
        ...padNow(pad, sectionsOf(pad.id, pad.blocks), threads, now),
        reviewed: { edit_id: suggestion.id, outcome: status },
      }
      if (args.dry_run) return { reply: { ...reply, dry_run: true } }
      return {
        reply,
        effects: [
          answerEdits({ id: suggestion.id, status, answered_by: by.id, answered_at: at, ...noted }),
          ...fate.effects,
        ],
        tell: [...(outcome === 'turn_down' ? [answered(pad, suggestion, by, 'turned_down')] : []), ...fate.tell],
        wake: { version: pad.version },
      }
    }

    const { conflicts, saved } = letIn(pad, suggestion, { id: args.accept_id, by, now, note, accepts: true })
    if (conflicts.length > 0) throw refuseConflicts('merge', conflicts, pad.blocks)
    if (!saved) throw alreadyThere()
    if (fightsIn(saved, by)) throw fights(caught)
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
          answered_at: at,
          ...noted,
        }),
        ...fate.effects,
      ],
      tell: [answered(pad, suggestion, by, 'accepted'), ...fixesOf(saved, threads, { by, own }), ...fate.tell],
      wake: { version: saved.pad.version },
    }
  },
})

interface ReviewDecision extends Asking {
  readonly decision_id: string
  readonly outcome: ReviewOutcome
  /** accepted is this one of its options, by its place from 1, and not the text that was proposed */
  readonly option?: number
  /** of the decision that another option makes */
  readonly chosen_id: string
  readonly note?: Untrusted
  readonly dry_run?: boolean
}

interface ReviewedDecision extends ReturnType<typeof padNow> {
  readonly reviewed: { readonly decision_id: string; readonly outcome: (typeof outcomes)[ReviewOutcome] }
  /** a dry run makes none */
  readonly decision: { readonly decision_id?: string; readonly status: (typeof decided)[ReviewOutcome] }
  readonly dry_run?: true
}

/**
 * Answers a proposed decision. What it supersedes ends with its acceptance. Another of its options is recorded as a
 * decision of its own, by whoever chose it, in place of the one that was proposed.
 */
export const reviewDecision = message({
  afresh: true,
  needs: (pad: Pad, { by, decision_id }: ReviewDecision) => ({
    standing: standingIn(pad, by),
    threads: threadsAbout.of(pad.id),
    decision: decisions.of(decision_id),
    posters: postersIn.of(decision_id),
    olderPosters: postersBefore.of(decision_id),
  }),
  decide: (
    pad: Pad,
    args: ReviewDecision,
    { standing, threads, decision, posters, olderPosters },
    now,
  ): Outcome<Pad, ReviewedDecision> => {
    const { by, note, outcome } = args
    const caught = readableBy(pad, args, standing)
    if (!decision || decision.pad_id !== pad.id) throw unreadable('decision')
    // what was recorded stands until owner or helper, or whoever recorded it, says otherwise
    const recorded = outcome === 'withdraw' && decision.status === 'decided'
    if (recorded) mayAct('withdraw_decided', pad, caught, { own: isOwn(decision, by) })
    else mayAnswer('answer_decision', pad, caught, decision, outcome)
    if (!canMove(decisionMoves, decision.status, decided[outcome])) throw answeredBefore(decision.status)
    const chosen = outcome === 'accept' ? otherOption(decision, args.option) : undefined
    const older = outcome === 'accept' ? decision.replaces : undefined
    if (older) supersedable(pad, older)

    const at = new Date(now).toISOString()
    const stands = chosen === undefined ? decision.id : args.chosen_id
    const reply = {
      ...padNow(pad, sectionsOf(pad.id, pad.blocks), threads, now),
      reviewed: { decision_id: decision.id, outcome: outcomes[outcome] },
      decision: { decision_id: stands, status: decided[outcome] },
    }
    if (args.dry_run) {
      const { decision_id: _, ...status } = reply.decision
      return { reply: { ...reply, decision: chosen ? status : reply.decision, dry_run: true } }
    }
    const about = {
      from_id: by.id,
      from_kind: by.kind,
      hub_id: pad.hub_id,
      pad_id: pad.id,
      ...(decision.thread_id !== undefined && { thread_id: decision.thread_id }),
      decision_id: stands,
    }
    return {
      reply,
      effects: [
        ...(chosen === undefined
          ? [
              answerDecisions({
                id: decision.id,
                status: decided[outcome],
                answered_by: by.id,
                answered_at: at,
                ...(note === undefined ? {} : { answer_note: note }),
              }),
            ]
          : [
              insertDecisions(chosenInstead(pad, decision, { id: stands, text: chosen, by, at, note })),
              superseded(decision.id, stands, by.id, at),
            ]),
        ...(older ? [superseded(older.id, stands, by.id, at)] : []),
        ...(recorded ? [restoreSuperseded({ id: decision.id })] : []),
      ],
      tell: [
        ...decidedIn([decision.thread_id, older?.thread_id]),
        ...(outcome === 'withdraw' ? [] : heard(posters, now, { ...about, reason: decided[outcome] })),
        ...(older ? supersededNotices(older, olderPosters, about, now) : []),
      ],
      wake: { version: pad.version },
    }
  },
})

/** The words of the option that was chosen, undefined where they are the proposed ones. */
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
): DecisionRow => ({
  id,
  pad_id,
  hub_id,
  status: 'decided',
  text,
  options,
  author_id: by.id,
  author_kind: by.kind,
  principal_id: principal(by),
  supersedes,
  at,
  ...(note === undefined ? {} : { reason: note }),
  ...(section_id !== undefined && { section_id }),
  ...(thread_id !== undefined && { thread_id }),
  ...(post_id !== undefined && { post_id }),
  ...(by.human_id !== undefined && { human_id: by.human_id }),
  ...(by.via !== undefined && { host: by.via }),
  ...cameBy(by),
})

const decided = { accept: 'decided', turn_down: 'turned_down', withdraw: 'withdrawn' } as const

const isOwn = (
  { author_id, human_id }: { readonly author_id: string; readonly human_id?: string | undefined },
  by: Caller,
): boolean => author_id === by.id || human_id === by.id

/** The author withdraws; those who may edit live there answer. */
function mayAnswer(
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

export const fights = ({ asked }: Access) =>
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
