import type { Caller } from '../../../src/rules/caller.ts'
import { principal } from '../../../src/rules/one_human.ts'
import { isOwnEdit } from '../../../src/rules/own_work.ts'
import { conflict, invalid, unreadable } from '../../../src/rules/errors.ts'
import { timers } from '../../../src/rules/limits.ts'
import { may } from '../../../src/rules/rights.ts'
import { editMoves } from '../../../src/rules/states/edit_moves.ts'
import { canMove } from '../../../src/rules/states/moves.ts'
import { mergeWords } from '../../../src/text/merging/merge_words.ts'
import { type Untrusted, untrusted, words } from '../../../src/text/untrusted.ts'
import { withoutEdit } from '../../../src/text/merging/without_edit.ts'
import { answerEdits, askAgain } from '../../../sql/effects/pad/edits.ts'
import { type LiveEdit, liveEdits } from '../../../sql/facts/pad/live_edits.ts'
import { threadsAbout } from '../../../sql/facts/pad/threads_about.ts'
import { present, presentAs } from '../../../src/records/present.ts'
import { from, notice } from '../../notices.ts'
import { type By, message } from '../../runtime/actor.ts'
import { mayAct, readableBy, standingIn } from '../access.ts'
import { refuseConflicts } from '../editing/conflicts.ts'
import { refuseInEditWar } from '../editing/edit.ts'
import { type Saved, save } from '../editing/save.ts'
import type { Pad } from '../state.ts'
import { changedPad } from '../reply.ts'

interface Undo extends By {
  readonly edit_id: string
  /** id of the edit that the undo makes */
  readonly undo_id: string
  readonly note?: Untrusted
}

/** Takes one live edit back, keeping later changes. */
export const undo = message({
  afresh: true,
  needs: (pad: Pad, { by, edit_id }: Undo) => ({
    standing: standingIn(pad, by),
    threads: threadsAbout.of(pad.id),
    edit: liveEdits.of(edit_id),
  }),
  decide: (pad, args, { standing, threads, edit }, { now, public_on }) => {
    const { by } = args
    const access = readableBy(pad, by, standing, public_on)
    if (!edit || edit.pad_id !== pad.id) throw unreadable('edit')
    mayAct('undo_edit', pad, access, { own: isOwnEdit(edit, by) })
    checkLive(edit)
    if (edit.asked_again) throw acceptInstead(edit.asked_again)

    const saved = takenBack(pad, args, edit, now)
    refuseInEditWar(saved, access)
    const again = asksAgain(edit, by, now)
    // the caller let it in by a check and has no right to accept it
    const checks = again !== undefined && may('answer_edit', { ...access.asked, own: false }) !== true

    const { updated: _, sections, ...told } = changedPad(saved, threads, now)
    return {
      state: saved.pad,
      reply: {
        undone: edit.id,
        edit_id: args.undo_id,
        ...told,
        sections: sections.map(({ section_id, rev, suggestions_only }) =>
          present({ section_id, rev, suggestions_only: suggestions_only || undefined }),
        ),
        ...present({ waits_again: again, by_check: checks || undefined }),
      },
      effects: [
        ...saved.effects,
        answerEdits({
          id: edit.id,
          status: 'undone',
          undone_by: args.undo_id,
          answered_by: by.id,
          answered_at: saved.pad.updated_at,
        }),
        ...(again === undefined ? [] : [askAgain({ id: again })]),
      ],
      tell: [undoneNotice(pad, edit, by)],
      wake: { version: saved.pad.version },
    }
  },
})

/** The suggestion that waits again, since its acceptance was a mistake. A later undo is a judgement on the text. */
const asksAgain = ({ suggestion, made_by, at }: LiveEdit, by: Caller, now: number): string | undefined =>
  made_by === by.id && now - at <= timers.acceptanceTakenBack ? suggestion : undefined

/** The pad's next version, without the edit. Throws when later changes are built on it, or nothing of it is left. */
function takenBack(pad: Pad, { by, undo_id, note }: Undo, edit: LiveEdit, now: number): Saved {
  const merged = withoutEdit(pad.blocks, edit)
  if (merged.conflicts.length > 0) throw refuseConflicts('built_on', merged.conflicts, pad.blocks)
  const saved = save(pad, {
    id: undo_id,
    kind: 'undo',
    by,
    blocks: merged.blocks,
    title: titleBack(pad, edit),
    base_version: pad.version,
    landed: [],
    now,
    reverses: edit.principal_id !== principal(by),
    more: presentAs({ undo_of: edit.id, note }),
  })
  if (saved) return saved
  throw conflict('already_undone', 'Nothing of that edit is left in the pad, so there is nothing to take back.')
}

const undoneNotice = ({ id: pad_id, hub_id }: Pad, { id: edit_id, author_id }: LiveEdit, by: Caller) =>
  notice(author_id, { kind: 'edit_undone', ...from(by), hub_id, pad_id, edit_id, reason: 'undo' })

function checkLive({ status, version }: LiveEdit): void {
  if (status === 'undone')
    throw conflict('already_undone', 'That edit was taken back before. open_pad with history shows by which one.')
  if (!canMove(editMoves, status, 'undone') || version === undefined) {
    throw invalid(
      'target',
      'That is a suggestion and not a live edit. Its author takes it back with edit_pad and review, outcome withdraw.',
    )
  }
}

const acceptInstead = ({ id, status }: NonNullable<LiveEdit['asked_again']>) =>
  invalid(
    'target',
    `That edit took back the acceptance of a suggestion, ${id}, which ${
      status === 'proposed'
        ? 'waits for an answer again. To have it back, accept it: edit_pad with review.'
        : `was answered anew: it is ${status.replace('_', ' ')}. open_pad shows what the pad says now.`
    }`,
  )

/** Returns the title from before the edit, merged with later changes of other words in it. */
function titleBack(pad: Pad, { before, after }: LiveEdit): Untrusted {
  const title = mergeWords(words(after.title), words(before.title), words(pad.title))
  if (title === undefined) throw refuseConflicts('built_on', [], pad.blocks)
  return untrusted(title)
}
