import { conflict, invalid } from '../../src/rules/errors.ts'
import { denied } from '../../src/rules/rights.ts'
import { merge } from '../../src/text/merge.ts'
import { mergeWords } from '../../src/text/merge_words.ts'
import { type Untrusted, untrusted, words } from '../../src/text/untrusted.ts'
import { type OldVersion, threadsAbout } from '../../sql/facts/pads.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import { type Asking, mayAct, readableBy, standingIn } from './asked.ts'
import { refuseConflicts } from './conflicts.ts'
import { save } from './save.ts'
import type { Pad } from './state.ts'
import { changedPad, shortForm } from './told.ts'
import { intentOf, neededFor, type TextChanges } from './wanted.ts'

export interface Edit extends Asking, TextChanges {
  /** of the edit that this makes */
  readonly edit_id: string
  readonly note?: Untrusted
  readonly task_id?: string
  /** decide all of it, change nothing */
  readonly dry_run?: boolean
}

export interface Edited extends ReturnType<typeof changedPad> {
  readonly edit_id?: string
  readonly edit: Omit<ReturnType<typeof shortForm>, 'version'> & { readonly version?: number }
  readonly dry_run?: true
}

/** A live edit: merged with whatever landed since the caller read the pad, or refused whole. */
export const edit = message({
  // stale texts are read from what is committed
  afresh: true,
  needs: (pad: Pad, args: Edit) => ({
    standing: standingIn(pad, args.by),
    threads: threadsAbout.of(pad.id),
    ...neededFor(pad, args),
  }),
  decide: (pad: Pad, args: Edit, { standing, threads, base, revs, ever }, now): Outcome<Pad, Edited> => {
    const { by, note, task_id } = args
    const caught = readableBy(pad, args, standing)
    mayAct('edit_pad', pad, caught)

    const intent = intentOf(pad, args, { base, revs, ever })
    const merged = merge(intent.base, intent.mine, pad.blocks)
    const conflicts = [...intent.conflicts, ...merged.conflicts]
    if (conflicts.length > 0) throw refuseConflicts('merge', conflicts, pad.blocks)

    const saved = save(pad, {
      id: args.edit_id,
      kind: 'edit',
      by,
      blocks: merged.blocks,
      title: titleFor(pad, args.title, base),
      base_version: intent.base_version,
      landed: intent.landed,
      now,
      more: { ...(note === undefined ? {} : { note }), ...(task_id === undefined ? {} : { task_id }) },
    })
    if (!saved) throw nothingToDo()
    const fought = saved.touched.some(({ id }) => pad.sections.get(id)?.fighters !== undefined)
    if (fought) throw denied('suggestions_only', { ...caught.asked, suggestionsOnly: true })

    if (args.dry_run) {
      const { version: _, ...edit } = shortForm(saved.edit)
      return { reply: { ...changedPad({ ...saved, pad }, threads, now), edit, dry_run: true } }
    }
    return {
      state: saved.pad,
      reply: { ...changedPad(saved, threads, now), edit_id: args.edit_id, edit: shortForm(saved.edit) },
      effects: saved.effects,
      wake: { version: saved.pad.version },
    }
  },
})

/** A title is merged like a paragraph of its own; without a base the last one wins. */
export function titleFor(pad: Pad, title: Untrusted | undefined, base: OldVersion | undefined): Untrusted {
  if (title === undefined) return pad.title
  if (!base) return title
  const merged = mergeWords(words(base.title), words(title), words(pad.title))
  if (merged === undefined) {
    throw conflict(
      'merge',
      'Somebody changed the title since you read it, so nothing was saved. Read it with open_pad and send it again.',
      {
        conflicts: [],
      },
    )
  }
  return untrusted(merged)
}

export const nothingToDo = () =>
  invalid(
    'nothing_to_do',
    'The pad already reads like that, so there is nothing to change. Send text, edits, inserts or a title that differ.',
  )
