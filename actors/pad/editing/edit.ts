import type { World } from '../../../src/rules/world.ts'
import { type Caller, holderOf } from '../../../src/rules/caller.ts'
import { invalid, Refusal } from '../../../src/rules/errors.ts'
import { denied, onlyHere } from '../../../src/rules/rights.ts'
import { joinBlocks, splitBlocks } from '../../../src/text/blocks.ts'
import { characters } from '../../../src/text/characters.ts'
import { merge } from '../../../src/text/merging/merge.ts'
import { textOf, withSection } from '../../../src/text/sections.ts'
import { type Untrusted, words } from '../../../src/text/untrusted.ts'
import { type EditRow, insertEdits } from '../../../sql/effects/pad/edits.ts'
import { threadsAbout } from '../../../sql/facts/pad/threads_about.ts'
import { waitingOn } from '../../../sql/facts/pad/suggestions.ts'
import { present, presentAs } from '../../../src/records/present.ts'
import { aloneIn, whetherShared } from '../../shared_with_others.ts'
import { type By, type Facts, message, type Outcome } from '../../runtime/actor.ts'
import { type ProgressOn, progressElsewhere } from '../../thread/tasks/tasks.ts'
import { notifyAnswerers, neededToAsk } from '../suggestions/notify_answerers.ts'
import { refuseKeyRequestIn, type Writes } from '../../moderation/refuse_key_request.ts'
import type { Access } from '../../seats/place.ts'
import { mayAct, readableBy, standingIn } from '../access.ts'
import { refuseConflicts } from './conflicts.ts'
import { type NewDecision, neededToDecide, record, type RecordedDecision } from '../decisions/decision.ts'
import { neededToResolve, resolve, type Resolved, type Resolves } from '../decisions/resolves_thread.ts'
import { type Saved, save } from './save.ts'
import type { Pad } from '../state.ts'
import { checkWaitingLimit, suggestionOf } from '../suggestions/make_suggestion.ts'
import { changedBlocks, changedPad, shortForm } from '../reply.ts'
import { dryRun } from './dry_run.ts'
import { intentOf, neededFor } from './edit_intent.ts'
import type { Edited } from './edit_reply.ts'
import { mergeTitle, titleChanged } from './merge_title.ts'
import type { TextChanges } from './text_changes.ts'

interface Edit extends By, TextChanges, Writes {
  /** id of the edit or suggestion that this makes */
  readonly edit_id: string
  readonly note?: Untrusted
  /** counts as progress on this task, when it is the caller's */
  readonly task?: ProgressOn
  /** suggests it instead */
  readonly propose?: boolean
  /** with propose (epoch ms): earlier folds count against no checker's track record */
  readonly folded_since?: number
  /** recorded with the change or not at all */
  readonly decision?: NewDecision
  readonly resolves?: Resolves
  /** decides everything, changes nothing */
  readonly dry_run?: boolean
}

const needs = (pad: Pad, args: Edit, world: World) => ({
  standing: standingIn(pad, args.by),
  shared: whetherShared(args.by, { place_id: pad.id, hub_id: pad.hub_id, thread_id: args.decision?.thread_id }),
  threads: threadsAbout.of(pad.id),
  waiting: waitingOn.maybe(args.propose ? pad.id : undefined),
  ...neededToAsk(pad, { ...args, suggestion: args.propose, decision: args.decision !== undefined }),
  ...neededFor(pad, args),
  ...neededToDecide(args.by, args.decision, world),
  ...neededToResolve(args.by, args.resolves),
})
type Loaded = Facts<ReturnType<typeof needs>>

/** Changes the pad, live or as a suggestion: merged with whatever landed since the caller read it, or refused whole. */
export const edit = message({
  // old texts are read from committed rows
  afresh: true,
  needs,
  decide: (pad: Pad, args: Edit, facts, world): Outcome<Pad, Edited> => {
    const { now, public_on } = world
    const { by, edit_id, task, propose = false } = args
    const access = readableBy(pad, by, facts.standing, public_on)
    if (propose) mayAct('propose', pad, access)
    else mayEdit(pad, args, access, facts, now)
    refuseKeyRequestIn(args, access.asked, () => pad.blocks.map(({ text }) => text))
    const saved = mergedIn(pad, args, facts, now)
    if (propose) checkWaitingLimit(facts.waiting, holderOf(by))
    else refuseInEditWar(saved, access)

    const { recorded, resolved } = decisionAndThread(pad, args, facts, { access, saved }, world)
    const written = propose ? suggestionOf(pad, saved, access, now) : saved.edit
    const shown = { ...shortForm(written), ...largeRemoval(pad, args, written.removed_chars) }
    if (args.dry_run) return { reply: dryRun(pad, saved, { shown, recorded, resolved }, facts.threads, now) }

    const threads = resolved?.threads ?? facts.threads
    const told = {
      edit_id,
      edit: shown,
      ...aloneIn(facts.shared),
      ...present({ decision: recorded?.reply, thread: resolved?.reply }),
    }
    const effects = recorded?.effects ?? []
    const tell = [...(recorded?.tell ?? []), ...(resolved?.tell ?? []), ...(task ? [progressElsewhere(task, by)] : [])]
    if (propose) {
      return {
        reply: { ...changedPad({ ...saved, pad }, threads, now), ...told },
        effects: [insertEdits(written), ...effects],
        tell: [...tell, ...suggestionNotices(pad, written, facts, by, now)],
        wake: { version: pad.version },
      }
    }
    return {
      state: saved.pad,
      reply: { ...changedPad(saved, threads, now), blocks: changedBlocks(saved), ...told },
      effects: [...saved.effects, ...effects],
      tell,
      wake: { version: saved.pad.version },
    }
  },
})

/**
 * Throws why the caller may not edit the pad. When only the page would accept the edit, because approvals are off, it is
 * merged first: an edit war would refuse it there as well.
 */
function mayEdit(pad: Pad, args: Edit, access: Access, facts: Loaded, now: number): void {
  try {
    mayAct('edit_pad', pad, access)
  } catch (refusal) {
    const atThePage = refusal instanceof Refusal && refusal.details[onlyHere] === true
    if (atThePage && isFought(pad, args, facts, now)) mayAct('edit_pad', pad, access, { suggestionsOnly: true })
    throw refusal
  }
}

/** Whether a section that the edit changes is in an edit war. */
function isFought(pad: Pad, args: Edit, facts: Loaded, now: number): boolean {
  try {
    return mergedIn(pad, args, facts, now).fights.length > 0
  } catch (error) {
    // this text is refused for another reason, and another text may be accepted at the page
    if (error instanceof Refusal) return false
    throw error
  }
}

/** What is saved together with the change or not at all: a decision, and a thread that is answered or fixed. */
function decisionAndThread(
  pad: Pad,
  { edit_id, propose = false, decision, resolves }: Edit,
  facts: Loaded,
  { access, saved }: { readonly access: Access; readonly saved: Saved },
  world: World,
): { readonly recorded: RecordedDecision | undefined; readonly resolved: Resolved | undefined } {
  const { sections, edit } = saved
  return {
    recorded: decision && record(pad, access, decision, facts, { sections, edit_id, propose }, world),
    resolved:
      resolves &&
      resolve(pad, access, resolves, facts, { touched: edit.section_ids, live: !propose, public_on: world.public_on }),
  }
}

/** The pad's next version, with the edit merged. Throws when words changed meanwhile, or nothing would differ. */
function mergedIn(pad: Pad, args: Edit, facts: Loaded, now: number): Saved {
  const { by, note, task, decision, resolves } = args
  const intent = intentOf(pad, args, facts)
  const merged = merge(intent.base, intent.mine, pad.blocks)
  const conflicts = [...intent.conflicts, ...merged.conflicts]
  if (conflicts.length > 0) {
    throw readsAlready(pad, args) ? nothingToDo() : refuseConflicts('merge', conflicts, pad.blocks)
  }
  const title = mergeTitle(pad, args.title, facts.base)
  if (!title) throw titleChanged()
  const saved = save(pad, {
    id: args.edit_id,
    kind: 'edit',
    by,
    blocks: merged.blocks,
    title,
    base_version: intent.base_version,
    landed: intent.landed,
    now,
    more: presentAs({
      note,
      task_id: task?.task_id,
      decision_id: decision?.decision_id,
      thread_id: resolves?.thread_id,
    }),
  })
  if (!saved) throw isOlder(pad, args, intent.base_version) ? nothingNew(pad, intent.base_version) : nothingToDo()
  return saved
}

const suggestionNotices = (pad: Pad, { id, section_ids }: EditRow, { answerers }: Loaded, by: Caller, now: number) =>
  notifyAnswerers(pad, 'suggestion', answerers, {
    by,
    now,
    kind: 'edit_waiting',
    edit_id: id,
    ...present({ section_id: section_ids[0] }),
  })

/** A whole text is often sent to change one word, so the author has to notice what it removes. */
function largeRemoval(pad: Pad, { text, section_id }: Edit, removed: number): { readonly removed_of?: number } {
  if (text === undefined || section_id !== undefined) return {}
  const stood = characters(textOf(pad))
  return removed * 2 > stood ? { removed_of: stood } : {}
}

/** Throws when a section is in an edit war, so that it takes suggestions only. */
export function refuseInEditWar({ fights }: Saved, { asked }: Access): void {
  if (fights.length === 0) return
  const over = fights.map(({ section_id }) => section_id).join(', ')
  throw denied(
    'suggestions_only',
    { ...asked, suggestionsOnly: true },
    `People reverse each other in section ${over}, so it takes suggestions only, until somebody else accepts one: edit_pad with propose: true suggests yours.`,
  )
}

/**
 * Returns whether the pad already reads as wanted. A repeated call, or the same change by another author, is then no
 * conflict, although both changed the same words.
 */
const readsAlready = (pad: Pad, { text, title = pad.title, section_id }: Edit): boolean => {
  if (text === undefined || words(title) !== words(pad.title)) return false
  const texts =
    section_id === undefined ? splitBlocks(words(text)) : withSection(pad.id, pad.blocks, section_id, words(text))
  return texts !== undefined && joinBlocks(texts) === textOf(pad)
}

/** A whole text of an older version differs from the pad, but only where others changed it since. */
const isOlder = (pad: Pad, args: Edit, base_version: number): boolean =>
  args.text !== undefined && base_version < pad.version && !readsAlready(pad, args)

const nothingNew = ({ version }: Pad, base_version: number) =>
  invalid(
    'nothing_to_do',
    `Your text adds nothing to version ${base_version} that the pad, now at version ${version}, lacks; where it differs, others changed the pad since. open_pad with since_version ${base_version} shows that.`,
  )

const nothingToDo = () =>
  invalid(
    'nothing_to_do',
    'The pad already reads like that, so there is nothing to change. Send text, edits, inserts or a title that differ.',
  )
