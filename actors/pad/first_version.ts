import type { Caller } from '../../src/rules/caller.ts'
import { principal } from '../../src/rules/one_human.ts'
import { splitBlocks } from '../../src/text/blocks.ts'
import { firstLayout } from '../../src/text/merging/version_layout.ts'
import { type Changed, nextVersion } from '../../src/text/merging/next_version.ts'
import { type Section, sectionsOf } from '../../src/text/sections.ts'
import { blockIds, introductionId } from '../../src/text/section_and_block_ids.ts'
import { type Untrusted, words } from '../../src/text/untrusted.ts'
import type { Effect } from '../../sql/effect.ts'
import { type EditRow, insertEdits } from '../../sql/effects/pad/edits.ts'
import { insertPads, insertPadVersions, writeSections } from '../../sql/effects/pad/pads.ts'
import { present } from '../../src/records/present.ts'
import { checkLength, checkNumbers, editRow, newTexts, searchEffects } from './editing/save.ts'
import type { Marks, Pad } from './state.ts'
import { measure } from './editing/measures.ts'
import { touch } from './editing/section_marks.ts'
import { iso } from '../../src/rules/units.ts'

export interface NewPad {
  readonly pad_id: string
  readonly hub_id: string
  readonly edit_id: string
  readonly by: Caller
  readonly title: Untrusted
  readonly text: Untrusted
  readonly note?: Untrusted
}

interface Made {
  readonly pad: Pad
  readonly sections: readonly Section[]
  readonly effects: readonly Effect[]
}

/** Creates version 1 of a pad, for its own actor and for a hub that is created with its front pad. */
export function firstVersion(made: NewPad, now: number): Made {
  const { pad_id, hub_id, edit_id, by } = made
  const newId = blockIds(edit_id, (id) => id === introductionId(pad_id))
  const texts = splitBlocks(words(made.text)).map((text) => ({ text }))
  const { blocks, changes } = nextVersion([], texts, newId)
  const at = iso(now)
  const sections = sectionsOf(pad_id, blocks)
  checkLength(blocks)
  checkNumbers({ blocks, sections })
  const author = { id: by.id, principal: principal(by) }
  const touching = { author, principal: author.principal, now, reverses: false, accepts: false }
  const marks = sections.map((one): Marks => ({ ...touch(undefined, one, touching).marks, version: 1 }))
  const { since, ...layout } = firstLayout(blocks)
  const row = {
    id: pad_id,
    hub_id,
    title: made.title,
    version: 1,
    layout_since: since,
    created_by: by.id,
    created_at: at,
    updated_at: at,
  }
  return {
    pad: { ...row, blocks, sections: new Map(marks.map((one) => [one.id, one])) },
    sections,
    effects: [
      insertPads(row),
      insertPadVersions({ pad_id, version: 1, edit_id, title: made.title, ...layout, at }),
      ...newTexts(pad_id, 1, changes),
      ...marks.map((one) => writeSections({ ...one, pad_id })),
      ...searchEffects(row, sections),
      insertEdits(firstEdit(made, sections, changes, at)),
    ],
  }
}

const firstEdit = (
  { pad_id, hub_id, edit_id, by, note }: NewPad,
  sections: readonly Section[],
  changes: readonly Changed[],
  at: string,
): EditRow =>
  editRow(
    { id: pad_id, hub_id },
    {
      id: edit_id,
      kind: 'edit',
      by,
      base_version: 1,
      version: 1,
      section_ids: sections.map(({ id }) => id),
      changes,
      measured: measure([], sections, changes),
      landed: [],
      reversal: false,
      at,
      more: present({ note }),
    },
  )
