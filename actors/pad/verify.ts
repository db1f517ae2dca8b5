import { isAssistant, holderOf } from '../../src/rules/caller.ts'
import { conflict, invalid, unreadable } from '../../src/rules/errors.ts'
import { inputs } from '../../src/rules/limits.ts'
import { denied, needsClick } from '../../src/rules/rights.ts'
import { editMoves } from '../../src/rules/states/edit_moves.ts'
import { canMove } from '../../src/rules/states/moves.ts'
import type { Conflict } from '../../src/text/merging/merge.ts'
import type { World } from '../../src/rules/world.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import { checkEdits } from '../../sql/effects/pad/edits.ts'
import { type Work, works, writersOf } from '../../sql/facts/pad/checking.ts'
import { type ThreadAbout, threadsAbout } from '../../sql/facts/pad/threads_about.ts'
import { type Suggestion, suggestions } from '../../sql/facts/pad/suggestions.ts'
import { trackRecords } from '../../sql/facts/account/track_record.ts'
import type { SectionCheck } from '../../sql/reads/pad/pad_states.ts'
import { present } from '../../src/records/present.ts'
import { type By, message, type Outcome } from '../runtime/actor.ts'
import { readableBy, standingIn } from './access.ts'
import { checkBy, type Checking, checksOf, markChecked, mayCheck, existing, writersKey } from './checking.ts'
import { neededForItsDecision, answerItsDecision } from './decisions/decision_with_suggestion.ts'
import { noSuchSection } from './no_such_section.ts'
import { letIn, notLetIn } from './suggestions/let_in_or_not.ts'
import { answeredBefore } from './answering.ts'
import type { Pad } from './state.ts'

interface Verify extends By {
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

interface Verified {
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
    suggestion: suggestions.maybe(edit_id),
    work: works.maybe(edit_id),
    ...neededForItsDecision(edit_id, world),
    writers: writersOf.ofAll(sections.map((section_id) => writersKey(pad, section_id))),
  }),
  decide: (pad, args, facts, world): Outcome<Pad, Verified> => {
    const { now, public_on } = world
    const access = readableBy(pad, args.by, facts.standing, public_on)
    const { edit_id } = args
    const work = edit_id === undefined ? undefined : workIn(pad, facts.work)
    const reply = present({ pad_id: pad.id, version: pad.version, edit_id })
    // the rules of the connection rank before those of the hub
    if (isAssistant(args.by)) throw denied(needsClick(args.by), access.asked)
    if (access.standing.hub.mode !== 'checked') return { reply: { ...reply, status: 'not_needed' } }

    const checking: CheckCall = { ...args, access: access, record: facts.record, now }
    const suggestion = facts.suggestion
    if (work && suggestion && work.kind === 'suggestion') {
      const status = args.outcome === 'checked' ? 'decided' : 'turned_down'
      const itsDecision = () => answerItsDecision(pad, facts, { status, by: args.by }, world)
      return ofSuggestion(pad, suggestion, checking, { threads: facts.threads, itsDecision }, world)
    }
    if (work) return ofWork(pad, work, checking)
    const sections = sectionsNamed(pad, args.sections ?? [])
    const writers = sections.flatMap((section_id) => {
      const found = facts.writers.get(writersOf.id(writersKey(pad, section_id)))
      return found ?? [{ author_id: pad.created_by, principal_id: pad.created_by }]
    })
    mayCheck(pad, writers, checking)
    refuseTurningDown(args)
    const { state, effects } = markChecked(pad, sections, checkBy(checking, pad.version))
    return { state, reply: { ...reply, status: 'checked', sections: checksOf(state, sections) }, effects }
  },
})

type CheckCall = Verify & Checking

interface Around {
  readonly threads: readonly ThreadAbout[]
  /** answers the decision that came with it */
  readonly itsDecision: () => ReturnType<typeof answerItsDecision>
}

function ofSuggestion(
  pad: Pad,
  suggestion: Suggestion,
  checking: CheckCall,
  { threads, itsDecision }: Around,
  world: World,
): Outcome<Pad, Verified> {
  mayCheck(pad, [suggestion], checking)
  const turnedDown = checking.outcome === 'turned_down'
  if (!canMove(editMoves, suggestion.status, turnedDown ? 'turned_down' : 'accepted')) {
    throw answeredBefore(suggestion.status)
  }
  const answering = { ...checking, itsDecision: itsDecision() }
  const reply = { pad_id: pad.id, edit_id: suggestion.id }
  if (turnedDown) {
    return {
      reply: { ...reply, version: pad.version, status: 'turned_down' },
      ...notLetIn(pad, suggestion, 'turned_down', answering, world.at),
    }
  }
  const { by, note, access } = checking
  const check = { state: 'checked', by: by.id, at: world.at, note } as const
  const refuse = movedSince
  const { saved, answered } = letIn(pad, suggestion, { ...answering, access, threads, check, refuse }, world)
  const sections = checksOf(
    saved.pad,
    saved.touched.map(({ id }) => id),
  )
  return { reply: { ...reply, version: saved.pad.version, status: 'went_in', sections }, ...answered }
}

const movedSince = (conflicts: readonly Conflict[]) =>
  conflict(
    'version_moved',
    'The pad moved on since that was suggested, and both changed the same words. Read it again with open_pad; its author can suggest it anew, or turn it down.',
    { conflicts },
  )

function ofWork(pad: Pad, work: Work, checking: CheckCall): Outcome<Pad, Verified> {
  mayCheck(pad, [work], checking)
  // it was a suggestion and has gone in
  if (checking.outcome !== 'checked' && work.kind === 'accept') throw answeredBefore('accepted')
  refuseTurningDown(checking)
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
  throw noSuchSection()
}

/** Throws for turned_down: only a suggestion that waits can be turned down. */
function refuseTurningDown({ outcome }: Pick<Verify, 'outcome'>): void {
  if (outcome === 'checked') return
  throw invalid(
    'one_of',
    'turned_down answers a suggestion that waits. What stands in the pad is taken back with undo_edit, or flagged with start_thread and flag_wrong.',
  )
}
