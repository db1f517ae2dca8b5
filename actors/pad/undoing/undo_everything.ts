import { Refusal } from '../../../src/rules/errors.ts'
import { editIdWithin } from '../../../src/rules/ids.ts'
import { undoing } from '../../../src/rules/limits.ts'
import { merge } from '../../../src/text/merging/merge.ts'
import { takeOut } from '../../../src/text/merging/without_edit.ts'
import type { Effect } from '../../../sql/effect.ts'
import { answerDecisions } from '../../../sql/effects/pad/decisions.ts'
import { answerEdits } from '../../../sql/effects/pad/edits.ts'
import { fallenEdits, liveEdits } from '../../../sql/facts/pad/live_edits.ts'
import { type PadWork, padWork } from '../../../sql/facts/moderation/work_to_undo.ts'
import { undoBatches } from '../../../sql/facts/moderation/undo_batches.ts'
import { presentAs } from '../../../src/records/present.ts'
import { narrowedToKeys } from '../../moderation/narrowed_to_keys.ts'
import { from, notice } from '../../notices.ts'
import { type By, message, type Outcome, type Tell } from '../../runtime/actor.ts'
import { decidedIn } from '../decisions/decision.ts'
import { marked, notOfOthers, undoItem, withMarking } from './mark_undone.ts'
import { type SavedChange, save, type Saved } from '../editing/save.ts'
import type { Pad, Rewinding } from '../state.ts'
import { iso } from '../../../src/rules/units.ts'

interface Rewind extends By {
  readonly batch_id: string
  readonly participant_id: string
  /** only what was done in between */
  readonly since?: string | undefined
  readonly until?: string | undefined
  /** only what came by these connections */
  readonly keys?: readonly string[] | undefined
  /** 0 begins; then one more than the number of edits taken out */
  readonly out: number
  /** told when the pad is done, or stays as it is */
  readonly then: Tell
}

/** Blocks processed per message, so that other writes to this pad, and to others of its shard, run in between. */
const blocksAtOnce = 1_500
const mostAtOnce = 20

const next = (pad: Pad, args: Rewind, out: number): Tell => ({
  actor: 'pad',
  id: pad.id,
  operation: narrowedToKeys('rewind', args.keys),
  args: { ...args, out },
})

/**
 * Takes everything that a participant did out of the pad: suggestions and proposed decisions at once, live edits newest
 * first, as one version at the end. When later words build on one of the edits, all of them stay in.
 */
export const rewind = message({
  afresh: true,
  ofLongJob: true,
  needs: (pad: Pad, { batch_id, participant_id, since, until, keys, out }: Rewind) => {
    const rewinding = pad.rewinding?.get(batch_id)
    const going = rewinding && out > 0 ? nextEdits(rewinding, out) : []
    return {
      batch: undoBatches.of(batch_id),
      work: padWork.maybe(out === 0 ? { pad_id: pad.id, author_id: participant_id, since, until, keys } : undefined),
      edits: liveEdits.ofAll(going),
      fallen: fallenEdits.ofAll(rewinding && out > 0 && going.length === 0 ? rewinding.edits : []),
    }
  },
  decide: (pad, args, { batch, work, edits, fallen }, { now }): Outcome<Pad, { readonly undone?: number }> => {
    const { batch_id, out } = args
    if (!batch || batch.taken_back) return leftAsItIs(pad, args)
    const rewinding = pad.rewinding?.get(batch_id)
    // a repeated start while the batch is running
    if (out === 0 && rewinding) return { reply: {} }
    if (out === 0) return begin(pad, args, work, now)
    // the state was evicted in between, and the progress with it: start again
    if (!rewinding) return { reply: {}, tell: [next(pad, args, 0)] }
    const going = nextEdits(rewinding, out)
    let { blocks } = rewinding
    for (const id of going) {
      const edit = edits.get(id)
      const rest = edit && takeOut(blocks, edit)
      if (!rest) return leftAsItIs(pad, args)
      blocks = rest
    }
    const done = out - 1 + going.length
    // the new version is saved by a message of its own, so that no commit has two slow steps
    if (going.length > 0) {
      return {
        state: withRewinding(pad, batch_id, { ...rewinding, blocks }),
        reply: {},
        tell: [next(pad, args, done + 1)],
      }
    }
    const live = rewinding.edits.filter((id) => !fallen.has(id))
    return finish(pad, args, { ...rewinding, edits: notOfOthers(pad, batch_id, live) }, now)
  },
})

function nextEdits({ edits, base }: Rewinding, out: number): readonly string[] {
  const atOnce = Math.min(mostAtOnce, Math.max(1, Math.floor(blocksAtOnce / (base.length + 1))))
  return edits.slice(out - 1, out - 1 + atOnce)
}

/** Leaves the text as it is. */
const leftAsItIs = (pad: Pad, { batch_id, then }: Rewind): Outcome<Pad, { readonly undone?: number }> =>
  presentAs({
    state: pad.rewinding?.has(batch_id) ? withoutRewinding(pad, batch_id) : undefined,
    reply: {},
    tell: [then],
  })

function begin(
  pad: Pad,
  args: Rewind,
  work: PadWork | undefined,
  now: number,
): Outcome<Pad, { readonly undone?: number }> {
  const { by, batch_id, then } = args
  const { suggestions = [], decisions = [], threads = [] } = work ?? {}
  const edits = notOfOthers(pad, batch_id, work?.edits ?? [])
  const at = iso(now)
  const answer = { status: 'withdrawn', answered_by: by.id, answered_at: at } as const
  const effects: Effect[] = [
    ...suggestions.flatMap((id) => [answerEdits({ id, ...answer }), undoItem(pad, batch_id, 'suggestion', id, at)]),
    ...decisions.flatMap((id) => [answerDecisions({ id, ...answer }), undoItem(pad, batch_id, 'decision', id, at)]),
  ]
  // a hidden pad stays as it is: only keepers read it
  if (edits.length === 0 || pad.fold?.level === 'hide')
    return { ...leftAsItIs(pad, args), effects, tell: [...decidedIn(threads), then] }
  const state = withRewinding(pad, batch_id, {
    edits,
    base: pad.blocks,
    base_version: pad.version,
    blocks: pad.blocks,
  })
  return { state, reply: {}, effects, tell: [...decidedIn(threads), next(pad, args, 1)] }
}

/** Saves the text without the edits as one version, merged with what others wrote meanwhile. */
function finish(
  pad: Pad,
  args: Rewind,
  { edits, base, base_version, blocks }: Rewinding,
  now: number,
): Outcome<Pad, { readonly undone?: number }> {
  const { by, batch_id, participant_id, then } = args
  const idle = withoutRewinding(pad, batch_id)
  const merged = merge(base, blocks, pad.blocks)
  // without edits: another batch took all of them out meanwhile, and restores them if it is taken back
  if (edits.length === 0 || merged.conflicts.length > 0) return leftAsItIs(pad, args)
  const undone_by = editIdWithin(batch_id, pad.id)
  const saved = saveIfItFits(idle, {
    id: undone_by,
    kind: 'batch_undo',
    by,
    blocks: merged.blocks,
    title: pad.title,
    base_version,
    landed: [],
    now,
  })
  if (saved === 'too_large') return leftAsItIs(pad, args)
  // of many only one: it is enough for a batch that is taken back right away to find what it did here
  const most = edits.length > undoing.marked ? 1 : undoing.marked
  const { rest, ...marks } = marked(
    pad,
    presentAs({ by, batch_id, edits, then, undone_by: saved && undone_by }),
    now,
    most,
  )
  return presentAs({
    state: withMarking(saved ? saved.pad : idle, batch_id, rest),
    reply: { undone: edits.length },
    effects: [...(saved ? saved.effects : []), ...marks.effects],
    tell: [
      notice(participant_id, {
        kind: 'edit_undone',
        ...from(by),
        hub_id: pad.hub_id,
        pad_id: pad.id,
        edit_id: edits[0] as string,
        reason: 'undo_everything',
      }),
      ...marks.tell,
    ],
    wake: saved ? { version: saved.pad.version } : undefined,
  })
}

/** Restored words may exceed what a pad holds by now. */
export function saveIfItFits(pad: Pad, going: SavedChange): Saved | undefined | 'too_large' {
  try {
    return save(pad, going)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too_large') return 'too_large'
    throw error
  }
}

const withRewinding = (pad: Pad, batch_id: string, rewinding: Rewinding): Pad => ({
  ...pad,
  rewinding: new Map([...(pad.rewinding ?? []), [batch_id, rewinding]]),
})

const withoutRewinding = (pad: Pad, batch_id: string): Pad => ({
  ...pad,
  rewinding: new Map([...(pad.rewinding ?? [])].filter(([id]) => id !== batch_id)),
})
