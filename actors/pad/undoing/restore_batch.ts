import { editIdWithin } from '../../../src/rules/ids.ts'
import { undoing } from '../../../src/rules/limits.ts'
import { withoutEdit } from '../../../src/text/merging/without_edit.ts'
import type { Effect } from '../../../sql/effect.ts'
import { answerEdits } from '../../../sql/effects/pad/edits.ts'
import { markUndoItems, reviveDecisions, reviveEdits } from '../../../sql/effects/moderation/undo_batches.ts'
import { threadsOfUndone, type UndoneHere, undoneHere } from '../../../sql/facts/moderation/restore_batch.ts'
import { type LiveEdit, liveEdits } from '../../../sql/facts/pad/live_edits.ts'
import { type By, message, type Outcome, type Tell } from '../../runtime/actor.ts'
import { decidedIn } from '../decisions/decision.ts'
import { withMarking } from './mark_undone.ts'
import { saveIfItFits } from './undo_everything.ts'
import type { Saved } from '../editing/save.ts'
import type { Pad } from '../state.ts'

interface Unwind extends By {
  readonly batch_id: string
  /** told when the pad is done */
  readonly then: Tell
}

interface UnwindRest extends Unwind {
  /** whether the text is as it was before the batch, so that its edits stand again */
  readonly is_back: boolean
}

type Done = Outcome<Pad, Record<never, never>>

const slice = (pad: Pad, batch_id: string) => ({
  items: undoneHere.of({ batch_id, place_id: pad.id, most: undoing.marked }),
  threads: threadsOfUndone.of({ batch_id, pad_id: pad.id }),
})

/** Takes a batch back: its one edit is undone when nothing builds on it, and suggestions and decisions wait again. */
export const unwind = message({
  afresh: true,
  needs: (pad: Pad, { batch_id }: Unwind) => ({
    ...slice(pad, batch_id),
    edit: liveEdits.of(editIdWithin(batch_id, pad.id)),
  }),
  decide: (pad, args, { items, edit, threads }, { now, at }): Done => {
    const { by, batch_id } = args
    const theirs = items.some(({ kind }) => kind === 'edit')
    const saved = theirs && edit ? putBack(pad, edit, { batch_id, by }, now) : undefined
    const known = { ...args, is_back: saved !== 'not' }
    // many items are marked in later messages; few in this one, since hosts of the release before know no other way
    const rest =
      saved && saved !== 'not' && isMore(items)
        ? { effects: [], tell: [restOf(pad, known)] }
        : broughtBack(pad, known, items, threads)
    if (!edit || !saved || saved === 'not') return { reply: {}, ...rest }
    const undone = answerEdits({
      id: edit.id,
      status: 'undone',
      answered_by: by.id,
      answered_at: at,
      undone_by: saved.edit.id,
    })
    return {
      // edits that stand again are any batch's to take out
      state: withMarking(saved.pad, batch_id, []),
      wake: { version: saved.pad.version },
      reply: {},
      effects: [...saved.effects, undone, ...rest.effects],
      tell: rest.tell,
    }
  },
})

/** Continues with what the batch took back on the pad: other writes wait for each commit. */
export const unwindRest = message({
  afresh: true,
  ofLongJob: true,
  needs: (pad: Pad, { batch_id }: UnwindRest) => slice(pad, batch_id),
  decide: (pad, args, { items, threads }): Done => ({
    reply: {},
    ...broughtBack(pad, args, items, threads),
  }),
})

function broughtBack(
  pad: Pick<Pad, 'id'>,
  args: UnwindRest,
  items: readonly UndoneHere[],
  threads: readonly string[],
): { readonly effects: readonly Effect[]; readonly tell: readonly Tell[] } {
  const { batch_id, is_back, then } = args
  const back = (one: UndoneHere): boolean => one.stands && (one.kind !== 'edit' || is_back)
  const effects = [
    ...items.filter(back).map(({ id, kind }) => {
      if (kind === 'decision') return reviveDecisions({ id, batch_id })
      return reviveEdits({ id, status: kind === 'edit' ? 'live' : 'proposed' })
    }),
    ...items.map((one) => markUndoItems({ batch_id, id: one.id, back: back(one) ? 'restored' : 'kept' })),
  ]
  const isDecided = items.some(({ kind }) => kind === 'decision')
  return { effects, tell: [...(isDecided ? decidedIn(threads) : []), isMore(items) ? restOf(pad, args) : then] }
}

const isMore = (items: readonly UndoneHere[]): boolean => items.length >= undoing.marked

/** A name that hosts of the release before refuse: they would take the restored edit for one that could not be restored. */
const restOf = (pad: Pick<Pad, 'id'>, { by, batch_id, is_back, then }: UnwindRest): Tell => ({
  actor: 'pad',
  id: pad.id,
  operation: 'unwind_rest',
  args: { by, batch_id, is_back, then },
})

/** Undoes the batch's own edit; `not` when that is impossible. */
function putBack(
  pad: Pad,
  edit: LiveEdit,
  { batch_id, by }: Pick<Unwind, 'batch_id' | 'by'>,
  now: number,
): Saved | undefined | 'not' {
  if (edit.status !== 'live') return 'not'
  const merged = withoutEdit(pad.blocks, edit)
  if (merged.conflicts.length > 0) return 'not'
  const saved = saveIfItFits(pad, {
    id: editIdWithin(batch_id, `${pad.id}/back`),
    kind: 'undo',
    by,
    blocks: merged.blocks,
    title: pad.title,
    base_version: pad.version,
    landed: [],
    now,
    more: { undo_of: edit.id },
  })
  return saved === 'too_large' ? 'not' : saved
}
