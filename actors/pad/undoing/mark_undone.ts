import { undoing } from '../../../src/rules/limits.ts'
import type { Effect } from '../../../sql/effect.ts'
import { answerEdits } from '../../../sql/effects/pad/edits.ts'
import { insertUndoItems, type UndoItemRow } from '../../../sql/effects/moderation/undo_batches.ts'
import { fallenEdits } from '../../../sql/facts/pad/live_edits.ts'
import { undoBatches } from '../../../sql/facts/moderation/undo_batches.ts'
import { present } from '../../../src/records/present.ts'
import { type By, message, type Outcome, type Tell } from '../../runtime/actor.ts'
import type { Pad } from '../state.ts'
import { iso } from '../../../src/rules/units.ts'

interface Marking extends By {
  readonly batch_id: string
  readonly edits: readonly string[]
  /** id of the edit that took them out; absent when nothing of them was left */
  readonly undone_by?: string
  /** told when all are marked */
  readonly then: Tell
}

/** Continues to mark the edits that a batch took out of the pad. */
export const markUndone = message({
  afresh: true,
  ofLongJob: true,
  needs: (_: Pad, { batch_id, undone_by }: Marking) => ({
    batch: undoBatches.of(batch_id),
    fallen: fallenEdits.maybe(undone_by),
  }),
  decide: (pad, args, { batch, fallen }, { now }): Outcome<Pad, Record<never, never>> => {
    // the batch was taken back meanwhile: unmarked edits stay live, unless their text is still out of the pad
    const isBack = batch?.taken_back === true && (args.undone_by === undefined || fallen === true)
    if (!batch || isBack) return { state: withMarking(pad, args.batch_id, []), reply: {}, tell: [args.then] }
    const { rest, ...marks } = marked(pad, args, now)
    return { state: withMarking(pad, args.batch_id, rest), reply: {}, ...marks }
  },
})

/** Marks the first of the edits as undone, and tells the pad to go on with the others. */
export function marked(
  pad: Pick<Pad, 'id'>,
  { by, batch_id, edits, undone_by, then }: Marking,
  now: number,
  most: number = undoing.marked,
): { readonly effects: readonly Effect[]; readonly tell: readonly Tell[]; readonly rest: readonly string[] } {
  const answer = {
    status: 'undone',
    answered_by: by.id,
    answered_at: iso(now),
    ...present({ undone_by }),
  } as const
  const rest = edits.slice(most)
  const args = present({ by, batch_id, edits: rest, then, undone_by })
  return {
    effects: edits
      .slice(0, most)
      .flatMap((id) => [answerEdits({ id, ...answer }), undoItem(pad, batch_id, 'edit', id, answer.answered_at)]),
    rest,
    tell: rest.length > 0 ? [{ actor: 'pad', id: pad.id, operation: 'mark_undone', args }] : [then],
  }
}

/** The pad with the edits that a batch has still to mark. */
export function withMarking(pad: Pad, batch_id: string, edits: readonly string[]): Pad {
  const marking = new Map([...(pad.marking ?? [])].filter(([id]) => id !== batch_id))
  if (edits.length > 0) marking.set(batch_id, edits)
  return { ...pad, marking }
}

/** The edits without those that another batch took out and has still to mark. */
export function notOfOthers({ marking }: Pad, batch_id: string, edits: readonly string[]): readonly string[] {
  const others = new Set([...(marking ?? [])].flatMap(([id, theirs]) => (id === batch_id ? [] : theirs)))
  return edits.filter((id) => !others.has(id))
}

export const undoItem = (
  pad: Pick<Pad, 'id'>,
  batch_id: string,
  kind: UndoItemRow['kind'],
  id: string,
  at: string,
): Effect => insertUndoItems({ batch_id, id, kind, place_id: pad.id, at })
