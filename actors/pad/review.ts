import { type Caller, principal } from '../../src/rules/caller.ts'
import { conflict, unreadable } from '../../src/rules/errors.ts'
import { denied } from '../../src/rules/rights.ts'
import { canMove, editMoves } from '../../src/rules/edit_moves.ts'
import { sectionsOf } from '../../src/text/sections.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import { answerEdits } from '../../sql/effects/edits.ts'
import type { Decision } from '../../sql/facts/decisions.ts'
import { type ThreadAbout, threadsAbout } from '../../sql/facts/pads.ts'
import { type Suggestion, suggestions } from '../../sql/facts/suggestions.ts'
import { notice } from '../notices.ts'
import { type By, message, type Outcome, type Tell } from '../runtime/actor.ts'
import { isFighting, mergeSuggestion } from './accept.ts'
import { type Access } from '../moderation/place.ts'
import { mayAct, readableBy, standingIn } from './access.ts'
import { refuseConflicts } from './conflicts.ts'
import { neededForFate, shareFate } from './fate.ts'
import { flagFixed } from './resolving.ts'
import type { Saved } from './save.ts'
import type { Pad } from './state.ts'
import { changedPad, padNow, shortForm } from './reply.ts'

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

/** Answers a suggestion. Accepting it merges it with what landed since it was written. */
export const reviewEdit = message({
  afresh: true,
  needs: (pad: Pad, { by, edit_id }: ReviewEdit) => ({
    standing: standingIn(pad, by),
    threads: threadsAbout.of(pad.id),
    suggestion: suggestions.of(edit_id),
    ...neededForFate([edit_id]),
  }),
  decide: (pad: Pad, args: ReviewEdit, facts, { now, at, public_on }): Outcome<Pad, ReviewedEdit> => {
    const { standing, threads, suggestion } = facts
    const { by, note, outcome } = args
    const access = readableBy(pad, args.by, standing, public_on)
    if (!suggestion || suggestion.pad_id !== pad.id) throw unreadable('edit')
    mayAnswer('answer_edit', pad, access, suggestion, outcome)
    if (!canMove(editMoves, suggestion.status, outcomes[outcome])) throw answeredBefore(suggestion.status)
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
        tell: [...(outcome === 'turn_down' ? [outcomeNotice(pad, suggestion, by, 'turned_down')] : []), ...fate.tell],
        wake: { version: pad.version },
      }
    }

    const { conflicts, saved } = mergeSuggestion(pad, suggestion, { id: args.accept_id, by, now, note, accepts: true })
    if (conflicts.length > 0) throw refuseConflicts('merge', conflicts, pad.blocks)
    if (!saved) throw alreadyThere()
    if (isFighting(saved, by)) throw editWarRefusal(access)
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
      tell: [outcomeNotice(pad, suggestion, by, 'accepted'), ...fixesOf(saved, threads, { by, own }), ...fate.tell],
      wake: { version: saved.pad.version },
    }
  },
})

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
