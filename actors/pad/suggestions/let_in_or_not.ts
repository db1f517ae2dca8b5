import type { Caller } from '../../../src/rules/caller.ts'
import { fixSettles } from '../../../src/rules/one_human.ts'
import { isWorkOf } from '../../../src/rules/own_work.ts'
import { conflict } from '../../../src/rules/errors.ts'
import { denied } from '../../../src/rules/rights.ts'
import type { Conflict } from '../../../src/text/merging/merge.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { answerEdits } from '../../../sql/effects/pad/edits.ts'
import type { ThreadAbout } from '../../../sql/facts/pad/threads_about.ts'
import type { Suggestion } from '../../../sql/facts/pad/suggestions.ts'
import type { SectionCheck } from '../../../sql/reads/pad/pad_states.ts'
import { present } from '../../../src/records/present.ts'
import type { World } from '../../../src/rules/world.ts'
import type { Access } from '../../seats/place.ts'
import { from, notice } from '../../notices.ts'
import type { Outcome, Tell } from '../../runtime/actor.ts'
import type { answerItsDecision } from '../decisions/decision_with_suggestion.ts'
import { flagFixed } from '../decisions/resolves_thread.ts'
import type { Saved } from '../editing/save.ts'
import type { Pad } from '../state.ts'
import { isFighting, mergeSuggestion } from './merge_suggestion.ts'

/** A participant's answer to a suggestion. */
interface Answering {
  readonly by: Caller
  readonly note?: Untrusted | undefined
  /** what becomes of the decision that came with it */
  readonly itsDecision: ReturnType<typeof answerItsDecision>
}

interface LettingIn extends Answering {
  /** id of the edit it becomes */
  readonly accept_id: string
  readonly access: Access
  readonly threads: readonly ThreadAbout[]
  /** Checked hubs: the check of the sections it touches */
  readonly check?: Omit<SectionCheck, 'version'>
  readonly refuse: (conflicts: readonly Conflict[]) => Error
}

type Answered = Omit<Outcome<Pad, never>, 'reply'>

interface LetIn {
  readonly saved: Saved
  /** the threads about the pad, with the flags settled that it fixes */
  readonly threads: readonly ThreadAbout[]
  readonly answered: Answered
}

/** Merges the suggestion into the pad, and tells its author and the threads of which the flag is settled by it. */
export function letIn(pad: Pad, suggestion: Suggestion, answering: LettingIn, { now, at }: World): LetIn {
  const { by, note, itsDecision, accept_id: id, access, threads, check } = answering
  const merged = mergeSuggestion(pad, suggestion, { id, by, now, note, accepts: true, ...present({ check }) })
  if (merged.conflicts.length > 0 || merged.titleChanged) throw answering.refuse(merged.conflicts)
  const { saved } = merged
  if (!saved) throw alreadyThere()
  if (isFighting(saved, by)) throw editWarRefusal(access)
  const own = isWorkOf(suggestion, by)
  const { version } = saved.pad
  const accepted = answerEdits({ ...answerRow(suggestion, answering, at), status: 'accepted', version })
  const fixed = flaggedBy(saved, threads).filter((flag) => fixSettles(flag, by, own))
  return {
    saved,
    threads: threads.map((thread) => (fixed.includes(thread) ? { ...thread, dispute: 'settled' } : thread)),
    answered: {
      state: saved.pad,
      effects: [...saved.effects, accepted, ...itsDecision.effects],
      tell: [
        outcomeNotice(pad, suggestion, by, check ? 'checked' : 'accepted'),
        ...fixed.map(({ id }) => flagFixed(id, { by, own })),
        ...itsDecision.tell,
      ],
      wake: { version },
    },
  }
}

/** The suggestion was turned down, or withdrawn by its author, who needs no notice of that. */
export const notLetIn = (
  pad: Pad,
  suggestion: Suggestion,
  status: 'turned_down' | 'withdrawn',
  answering: Answering,
  at: string,
): Answered => ({
  effects: [answerEdits({ ...answerRow(suggestion, answering, at), status }), ...answering.itsDecision.effects],
  tell: [
    ...(status === 'turned_down' ? [outcomeNotice(pad, suggestion, answering.by, status)] : []),
    ...answering.itsDecision.tell,
  ],
  wake: { version: pad.version },
})

const answerRow = ({ id }: Suggestion, { by, note }: Answering, answered_at: string) => ({
  id,
  answered_by: by.id,
  answered_at,
  ...present({ answer_note: note }),
})

const alreadyThere = () =>
  conflict('already_answered', 'The pad already says what that suggestion says. Turn it down, or leave it.', {
    state: 'proposed',
  })

const editWarRefusal = ({ asked }: Access) =>
  denied(
    'suggestions_only',
    asked,
    'You are one of those who fight over this section, so somebody else has to accept a version of it.',
  )

/** The threads that flag a section which the edit touched. */
const flaggedBy = ({ edit }: Saved, threads: readonly ThreadAbout[]): readonly ThreadAbout[] => {
  const touched = new Set(edit.section_ids)
  return threads.filter(({ flags_wrong, section_id }) => flags_wrong && touched.has(section_id ?? ''))
}

/** Notifies a suggestion's author of its outcome; sent by the service itself when it went in without an answer. */
export const outcomeNotice = (
  pad: Pad,
  { id, author_id }: Suggestion,
  by: Caller | undefined,
  reason: 'accepted' | 'turned_down' | 'checked' | 'unchecked',
): Tell =>
  notice(author_id, {
    kind: 'edit_answered',
    ...from(by),
    hub_id: pad.hub_id,
    pad_id: pad.id,
    edit_id: id,
    reason,
  })
