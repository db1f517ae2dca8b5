import { Refusal } from '../../../src/rules/errors.ts'
import { editMoves } from '../../../src/rules/states/edit_moves.ts'
import { canMove } from '../../../src/rules/states/moves.ts'
import { timers } from '../../../src/rules/limits.ts'
import type { Access } from '../../seats/place.ts'
import { answerEdits, type EditRow, holdEdits, postponeEdits } from '../../../sql/effects/pad/edits.ts'
import { standing } from '../../../sql/facts/hub/standing.ts'
import { type Suggestion, suggestions } from '../../../sql/facts/pad/suggestions.ts'
import { message, type Outcome } from '../../runtime/actor.ts'
import { authorOf, type MergedSuggestion, mergeSuggestion } from './merge_suggestion.ts'
import { outcomeNotice } from './let_in_or_not.ts'
import type { Saved } from '../editing/save.ts'
import type { Pad } from '../state.ts'
import { iso } from '../../../src/rules/units.ts'

interface GoInUnchecked {
  readonly edit_id: string
  /** id of the edit it becomes */
  readonly accept_id: string
  /** when it was to go in (epoch ms) */
  readonly due: number
}

/**
 * In a Checked hub a small suggestion (small: editing/measures.ts) goes in after a day without an answer; one with a
 * decision waits for one.
 */
export const goesInAt = ({ standing }: Access, { small, decision_id }: EditRow, now: number) =>
  standing.hub.mode === 'checked' && small && decision_id === undefined
    ? { goes_in_at: new Date(now + timers.uncheckedMerge.after).toISOString() }
    : {}

/** Fired by a timer: a small suggestion of a Checked hub, a day without an answer, goes in, and its sections say so. */
export const goInUnchecked = message({
  afresh: true,
  needs: (pad: Pad, { edit_id }: GoInUnchecked) => ({
    suggestion: suggestions.of(edit_id),
    hub: standing.of({ participant_id: '', hub_id: pad.hub_id }),
  }),
  decide: (
    pad,
    { edit_id, accept_id, due },
    { suggestion, hub: place },
    { now, at },
  ): Outcome<Pad, { readonly fired: boolean }> => {
    const waits = suggestion?.pad_id === pad.id && canMove(editMoves, suggestion.status, 'accepted')
    if (!waits || suggestion.goes_in_at !== due) {
      return { reply: { fired: false } }
    }
    // hub or pad changed since the timer looked: postponed, since only another due time fires again
    if (place?.hub.mode !== 'checked' || pad.locked || pad.fold) {
      const later = new Date(Math.max(now, due + 1)).toISOString()
      return { reply: { fired: false }, effects: [postponeEdits({ id: edit_id, goes_in_at: later })] }
    }
    const saved = wentIn(pad, suggestion, accept_id, now)
    if (!saved) return { reply: { fired: false }, effects: [holdEdits({ id: edit_id })] }
    return {
      state: saved.pad,
      reply: { fired: true },
      effects: [
        ...saved.effects,
        answerEdits({ id: edit_id, status: 'accepted', version: saved.pad.version, answered_at: at }),
      ],
      tell: [outcomeNotice(pad, suggestion, undefined, 'unchecked')],
      wake: { version: saved.pad.version },
    }
  },
})

/** Returns undefined when others changed the same words or fight over them: such a suggestion needs an answer. */
function wentIn(pad: Pad, suggestion: Suggestion, id: string, now: number): Saved | undefined {
  if (suggestion.barred) return undefined
  const { saved } = tryMerge(() =>
    mergeSuggestion(pad, suggestion, {
      id,
      by: authorOf(suggestion),
      now,
      accepts: false,
      check: { state: 'unchecked', at: iso(now) },
    }),
  )
  return saved?.edit.small && saved.fights.length === 0 ? saved : undefined
}

/** A suggestion that is refused now (the pad is full) waits for an answer. */
function tryMerge(letting: () => MergedSuggestion): MergedSuggestion {
  try {
    return letting()
  } catch (error) {
    if (error instanceof Refusal) return { conflicts: [] }
    throw error
  }
}
