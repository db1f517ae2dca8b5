import { idWithin } from '../../src/rules/ids.ts'
import { merge } from '../../src/text/merge.ts'
import { rewind as takeOut } from '../../src/text/rewind.ts'
import type { Effect } from '../../sql/effect.ts'
import { answerDecisions } from '../../sql/effects/decisions.ts'
import { answerEdits } from '../../sql/effects/edits.ts'
import { insertUndoItems, reviveOnPads, type UndoItemRow } from '../../sql/effects/undoing.ts'
import { liveEdits } from '../../sql/facts/pads.ts'
import { padWork } from '../../sql/facts/undoing.ts'
import { from } from '../moderation/log.ts'
import { notice } from '../notices.ts'
import { type By, message, type Outcome, type Tell } from '../runtime/actor.ts'
import { save } from './save.ts'
import type { Pad, Rewinding } from './state.ts'

interface Rewind extends By {
  readonly batch_id: string
  readonly participant_id: string
  /** 0 begins; then one more than the edits that are out */
  readonly out: number
}

/** edits taken out in one message: others write to this pad, and to its neighbours, in between */
const atOnce = 20

const next = (pad: Pad, args: Rewind, out: number): Tell => ({
  actor: 'pad',
  id: pad.id,
  operation: 'rewind',
  args: { ...args, out },
})

/**
 * Takes all somebody did out of the pad: suggestions and proposed decisions at once, live edits newest first in one
 * version at the end. Where later words stand on one of them, none comes out.
 */
export const rewind = message({
  afresh: true,
  needs: (pad: Pad, { batch_id, participant_id, out }: Rewind) => {
    const going = pad.rewinding?.batch_id === batch_id && out > 0 ? slice(pad.rewinding, out) : []
    return {
      work: padWork.ofAll(out === 0 ? [{ pad_id: pad.id, author_id: participant_id }] : []),
      edits: liveEdits.ofAll(going),
    }
  },
  decide: (pad: Pad, args: Rewind, { work, edits }, now): Outcome<Pad, { readonly undone?: number }> => {
    const { batch_id, out } = args
    if (out === 0) return begin(pad, args, [...work.values()][0], now)
    const rewinding = pad.rewinding
    // fell asleep in between, and what was taken out with it
    if (rewinding?.batch_id !== batch_id) return { reply: {}, tell: [next(pad, args, 0)] }
    const going = slice(rewinding, out)
    let { blocks } = rewinding
    for (const id of going) {
      const edit = edits.get(id)
      const rest = edit && takeOut(blocks, edit)
      if (!rest) return { state: without(pad), reply: {} }
      blocks = rest
    }
    const done = out - 1 + going.length
    if (done < rewinding.edits.length) {
      return { state: { ...pad, rewinding: { ...rewinding, blocks } }, reply: {}, tell: [next(pad, args, done + 1)] }
    }
    return finish(pad, args, { ...rewinding, blocks }, now)
  },
})

const slice = ({ edits }: Rewinding, out: number): readonly string[] => edits.slice(out - 1, out - 1 + atOnce)

function begin(
  pad: Pad,
  args: Rewind,
  work: { edits: readonly string[]; suggestions: readonly string[]; decisions: readonly string[] } | undefined,
  now: number,
): Outcome<Pad, { readonly undone?: number }> {
  const { by, batch_id } = args
  const { edits = [], suggestions = [], decisions = [] } = work ?? {}
  const answer = { answered_by: by.id, at: new Date(now).toISOString() }
  const effects: Effect[] = [
    ...suggestions.flatMap((id) => [
      answerEdits({ id, status: 'withdrawn', ...answer }),
      item(pad, batch_id, 'suggestion', id),
    ]),
    ...decisions.flatMap((id) => [
      answerDecisions({ id, status: 'withdrawn', ...answer }),
      item(pad, batch_id, 'decision', id),
    ]),
  ]
  // what is hidden stays as it is: nobody reads it
  if (edits.length === 0 || pad.fold?.level === 'hide') return { reply: {}, effects }
  const rewinding: Rewinding = {
    batch_id,
    edits,
    base: pad.blocks,
    base_version: pad.version,
    blocks: pad.blocks,
  }
  return { state: { ...pad, rewinding }, reply: {}, effects, tell: [next(pad, args, 1)] }
}

/** Everything came out: one version, with what others wrote meanwhile. */
function finish(
  pad: Pad,
  { by, batch_id, participant_id }: Rewind,
  { edits, base, base_version, blocks }: Rewinding,
  now: number,
): Outcome<Pad, { readonly undone?: number }> {
  const awake = without(pad)
  const merged = merge(base, blocks, pad.blocks)
  if (merged.conflicts.length > 0) return { state: awake, reply: {} }
  const undone_by = idWithin('edit', batch_id, pad.id)
  const saved = save(awake, {
    id: undone_by,
    kind: 'batch_undo',
    by,
    blocks: merged.blocks,
    title: pad.title,
    base_version,
    landed: [],
    now,
  })
  const at = new Date(now).toISOString()
  return {
    state: saved ? saved.pad : awake,
    reply: { undone: edits.length },
    effects: [
      ...(saved ? saved.effects : []),
      ...edits.flatMap((id) => [
        answerEdits({ id, status: 'undone', answered_by: by.id, at, ...(saved && { undone_by }) }),
        item(pad, batch_id, 'edit', id),
      ]),
    ],
    tell: [
      notice(participant_id, {
        kind: 'edit_undone',
        ...from(by),
        hub_id: pad.hub_id,
        pad_id: pad.id,
        edit_id: edits[0] as string,
        reason: 'undo_everything',
      }),
    ],
    ...(saved && { wake: { version: saved.pad.version } }),
  }
}

interface Unwind extends By {
  readonly batch_id: string
}

/** The batch is taken back: its one edit comes out again, where nothing stands on it. */
export const unwind = message({
  afresh: true,
  needs: (pad: Pad, { batch_id }: Unwind) => ({ edit: liveEdits.of(idWithin('edit', batch_id, pad.id)) }),
  decide: (pad: Pad, { by, batch_id }: Unwind, { edit }, now): Outcome<Pad, Record<never, never>> => {
    const revived = (edits: boolean) => reviveOnPads({ batch_id, pad_id: pad.id, edits })
    if (!edit || edit.status !== 'live') return { reply: {}, effects: [revived(false)] }
    const merged = merge(edit.after.blocks, edit.before.blocks, pad.blocks)
    if (merged.conflicts.length > 0) return { reply: {}, effects: [revived(false)] }
    const id = idWithin('edit', batch_id, `${pad.id}/back`)
    const saved = save(pad, {
      id,
      kind: 'undo',
      by,
      blocks: merged.blocks,
      title: pad.title,
      base_version: pad.version,
      landed: [],
      now,
      more: { undo_of: edit.id },
    })
    const at = new Date(now).toISOString()
    return {
      ...(saved && { state: saved.pad, wake: { version: saved.pad.version } }),
      reply: {},
      effects: [
        ...(saved ? saved.effects : []),
        answerEdits({ id: edit.id, status: 'undone', answered_by: by.id, at, ...(saved && { undone_by: id }) }),
        revived(true),
      ],
    }
  },
})

const item = (pad: Pad, batch_id: string, kind: UndoItemRow['kind'], id: string): Effect =>
  insertUndoItems({ batch_id, id, kind, place_id: pad.id })

function without(pad: Pad): Pad {
  const { rewinding: _, ...rest } = pad
  return rest
}
