import { isAssistant } from '../../src/rules/caller.ts'
import { principal, holderOf } from '../../src/rules/one_human.ts'
import { conflict, invalid, unreadable } from '../../src/rules/errors.ts'
import { inputs } from '../../src/rules/limits.ts'
import { denied, needsClick } from '../../src/rules/rights.ts'
import { canMove, editMoves } from '../../src/rules/states/edit_moves.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import { answerEdits, checkEdits } from '../../sql/effects/pad/edits.ts'
import { type Work, works, writersOf } from '../../sql/facts/pad/checking.ts'
import { type ThreadAbout, threadsAbout } from '../../sql/facts/pad/pads.ts'
import { type Suggestion, suggestions } from '../../sql/facts/pad/suggestions.ts'
import { trackRecords } from '../../sql/facts/account/track_record.ts'
import type { SectionCheck } from '../../sql/reads/pad/pad_states.ts'
import { present } from '../../src/records/present.ts'
import { type By, message, type Outcome } from '../runtime/actor.ts'
import { isFighting, mergeSuggestion } from './suggestions/merge_suggestion.ts'
import { readableBy, standingIn } from './access.ts'
import { checkBy, type Checking, checksOf, markChecked, mayCheck, existing, writersKey } from './checking.ts'
import { neededForFate, shareFate } from './decisions/decision_with_suggestion.ts'
import { alreadyThere, outcomeNotice, answeredBefore, editWarRefusal, fixesOf } from './suggestions/review.ts'
import type { Pad } from './state.ts'

export interface Verify extends By {
  /** a suggestion, or an edit that went in; when absent, `sections` are checked */
  readonly edit_id?: string
  readonly sections?: readonly string[]
  /** id of the edit that a checked suggestion becomes */
  readonly accept_id: string
  readonly outcome: 'checked' | 'turned_down'
  readonly note: Untrusted
  /** epoch milliseconds: earlier folds do not count */
  readonly folded_since: number
}

export interface Verified {
  readonly pad_id: string
  readonly version: number
  readonly edit_id?: string
  readonly status: 'checked' | 'went_in' | 'turned_down' | 'not_needed'
  readonly sections?: readonly { readonly section_id: string; readonly check: SectionCheck['state'] }[]
}

/** Checks another's suggestion, edit or sections, or turns a suggestion down. A checked suggestion goes in at once. */
export const verify = message({
  afresh: true,
  needs: (pad: Pad, { by, edit_id, sections = [], folded_since }: Verify, world) => ({
    standing: standingIn(pad, by),
    record: trackRecords.of({ participant_id: holderOf(by), hub_id: pad.hub_id, folded_since }),
    threads: threadsAbout.of(pad.id),
    suggestion: suggestions.ofAll(edit_id === undefined ? [] : [edit_id]),
    work: works.ofAll(edit_id === undefined ? [] : [edit_id]),
    ...neededForFate(edit_id === undefined ? [] : [edit_id], world),
    writers: writersOf.ofAll(sections.map((section_id) => writersKey(pad, section_id))),
  }),
  decide: (pad: Pad, args: Verify, facts, { now, public_on }): Outcome<Pad, Verified> => {
    const access = readableBy(pad, args.by, facts.standing, public_on)
    const { edit_id = '' } = args
    const work = args.edit_id === undefined ? undefined : workIn(pad, facts.work.get(edit_id))
    const reply = present({
      pad_id: pad.id,
      version: pad.version,
      edit_id: args.edit_id === undefined ? undefined : edit_id,
    })
    // the rules of the connection rank before those of the hub
    if (isAssistant(args.by)) throw denied(needsClick(args.by), access.asked)
    if (access.standing.hub.mode !== 'checked') return { reply: { ...reply, status: 'not_needed' } }

    const checking: CheckCall = { ...args, caught: access, record: facts.record, now }
    const suggestion = facts.suggestion.get(edit_id)
    if (work && suggestion && work.kind === 'suggestion') {
      const status = args.outcome === 'checked' ? 'decided' : 'turned_down'
      const fate = (): Fate => shareFate(pad, facts, { edit_id, status, by: args.by, now })
      return ofSuggestion(pad, suggestion, checking, { threads: facts.threads, fate })
    }
    if (work) return ofWork(pad, work, checking)
    const sections = sectionsNamed(pad, args.sections ?? [])
    const writers = sections.flatMap((section_id) => {
      const found = facts.writers.get(writersOf.id(writersKey(pad, section_id)))
      return found ?? [{ author_id: pad.created_by, principal_id: pad.created_by }]
    })
    mayCheck(pad, writers, checking)
    onlyChecked(args)
    const { state, effects } = markChecked(pad, sections, checkBy(checking, pad.version))
    return { state, reply: { ...reply, status: 'checked', sections: checksOf(state, sections) }, effects }
  },
})

type CheckCall = Verify & Checking
type Fate = ReturnType<typeof shareFate>

interface Around {
  readonly threads: readonly ThreadAbout[] | undefined
  /** answers the decision that came with it */
  readonly fate: () => Fate
}

interface Answer {
  readonly checking: CheckCall
  readonly threads: Around['threads']
  readonly fate: Fate
}

function ofSuggestion(
  pad: Pad,
  suggestion: Suggestion,
  checking: CheckCall,
  { threads, fate }: Around,
): Outcome<Pad, Verified> {
  mayCheck(pad, [suggestion], checking)
  const turnedDown = checking.outcome === 'turned_down'
  if (!canMove(editMoves, suggestion.status, turnedDown ? 'turned_down' : 'accepted')) {
    throw answeredBefore(suggestion.status)
  }
  const answer = { checking, threads, fate: fate() }
  return turnedDown ? turnDown(pad, suggestion, answer) : goIn(pad, suggestion, answer)
}

const answerRow = ({ id }: Suggestion, { by, note, now }: CheckCall) => ({
  id,
  answered_by: by.id,
  answered_at: new Date(now).toISOString(),
  answer_note: note,
})

const turnDown = (pad: Pad, suggestion: Suggestion, { checking, fate }: Answer): Outcome<Pad, Verified> => ({
  reply: { pad_id: pad.id, edit_id: suggestion.id, version: pad.version, status: 'turned_down' },
  effects: [answerEdits({ ...answerRow(suggestion, checking), status: 'turned_down' }), ...fate.effects],
  tell: [outcomeNotice(pad, suggestion, checking.by, 'turned_down'), ...fate.tell],
})

function goIn(pad: Pad, suggestion: Suggestion, { checking, threads, fate }: Answer): Outcome<Pad, Verified> {
  const { by, caught, note, now, accept_id: id } = checking
  const check = { state: 'checked', by: by.id, at: new Date(now).toISOString(), note } as const
  const { conflicts, saved } = mergeSuggestion(pad, suggestion, { id, by, now, note, accepts: true, check })
  if (conflicts.length > 0) {
    throw conflict(
      'version_moved',
      'The pad moved on since that was suggested, and both changed the same words. Read it again with open_pad; its author can suggest it anew, or turn it down.',
      { conflicts },
    )
  }
  if (!saved) throw alreadyThere()
  if (isFighting(saved, by)) throw editWarRefusal(caught)
  const own = suggestion.principal_id === principal(by)
  const { version } = saved.pad
  const touched = saved.touched.map((one) => one.id)
  return {
    state: saved.pad,
    reply: {
      pad_id: pad.id,
      edit_id: suggestion.id,
      version,
      status: 'went_in',
      sections: checksOf(saved.pad, touched),
    },
    effects: [
      ...saved.effects,
      answerEdits({ ...answerRow(suggestion, checking), status: 'accepted', version }),
      ...fate.effects,
    ],
    tell: [outcomeNotice(pad, suggestion, by, 'checked'), ...fixesOf(saved, threads, { by, own }), ...fate.tell],
    wake: { version },
  }
}

function ofWork(pad: Pad, work: Work, checking: CheckCall): Outcome<Pad, Verified> {
  mayCheck(pad, [work], checking)
  // it was a suggestion and has gone in
  if (checking.outcome !== 'checked' && work.kind === 'accept') throw answeredBefore('accepted')
  onlyChecked(checking)
  if (work.status === 'undone' || work.check === 'checked' || work.version === undefined) {
    throw answeredBefore(work.check === 'checked' ? 'checked' : work.status)
  }
  if (work.kind === 'accept' && work.id !== checking.edit_id && work.check !== 'unchecked') {
    throw answeredBefore('accepted')
  }
  if (work.moved) {
    throw conflict(
      'version_moved',
      'Later edits changed the same sections. Read them again with open_pad, and check them with pad_id and sections.',
      { state: work.status },
    )
  }
  const sections = existing(pad, work.section_ids)
  const check = checkBy(checking, work.version)
  const { state, effects } = markChecked(pad, sections, check)
  return {
    state,
    reply: {
      pad_id: pad.id,
      version: pad.version,
      edit_id: work.id,
      status: 'checked',
      sections: checksOf(state, sections.slice(0, inputs.sections)),
    },
    effects: [...effects, checkEdits({ id: work.id, checked: check })],
  }
}

function workIn(pad: Pad, work: Work | undefined): Work {
  if (!work || work.pad_id !== pad.id) throw unreadable('edit')
  return work
}

function sectionsNamed(pad: Pad, ids: readonly string[]): readonly string[] {
  const there = existing(pad, ids)
  if (there.length === new Set(ids).size) return there
  if (ids.every((id) => there.includes(id) || pad.sections.has(id))) {
    throw conflict(
      'version_moved',
      'One of those sections is gone since you read the pad. Read it again with open_pad.',
      { state: 'removed' },
    )
  }
  throw invalid('unknown_section', 'This pad has no such section. open_pad with outline lists those it has.')
}

/** Throws for turned_down: only a suggestion that waits can be turned down. */
function onlyChecked({ outcome }: Pick<Verify, 'outcome'>): void {
  if (outcome === 'checked') return
  throw invalid(
    'one_of',
    'turned_down answers a suggestion that waits. What stands in the pad is taken back with undo_edit, or flagged with start_thread and flag_wrong.',
  )
}
