import { principal } from '../../../src/rules/one_human.ts'
import { tooLarge } from '../../../src/rules/errors.ts'
import { sizes } from '../../../src/rules/limits.ts'
import { layoutToStore } from '../../../src/text/merging/version_layout.ts'
import { type Block, writtenLength } from '../../../src/text/blocks.ts'
import type { WantedBlock } from '../../../src/text/merging/compare.ts'
import { type Changed, nextVersion } from '../../../src/text/merging/next_version.ts'
import { type Section, sectionsOf, textOf } from '../../../src/text/sections.ts'
import { blockIds, introductionId } from '../../../src/text/section_and_block_ids.ts'
import { type Untrusted, untrusted, words } from '../../../src/text/untrusted.ts'
import type { Effect } from '../../../sql/effect.ts'
import { type EditRow, insertEdits } from '../../../sql/effects/pad/edits.ts'
import { findSections } from '../../../sql/effects/pad/section_words.ts'
import { advancePads, insertBlockTexts, insertPadVersions, writeSections } from '../../../sql/effects/pad/pads.ts'
import type { SectionCheck } from '../../../sql/reads/pad/pad_states.ts'
import { present } from '../../../src/records/present.ts'
import { authorship, type Writing } from './authorship.ts'
import { marksBefore } from './lineage.ts'
import type { Marks, Pad } from '../state.ts'
import { measure, type Measures } from './measures.ts'
import { touch } from './section_marks.ts'
import { placesOf, touchedSections } from './touched_sections.ts'
import { iso } from '../../../src/rules/units.ts'

/** A change that goes in: the result of a merge, and its author. */
export interface SavedChange {
  readonly id: string
  readonly kind: EditRow['kind']
  readonly by: Writing
  /** whose words they are, where others let them in */
  readonly author?: Writing
  readonly blocks: readonly WantedBlock[]
  readonly title: Untrusted
  readonly base_version: number
  readonly landed: readonly string[]
  readonly now: number
  /** takes back what another human did */
  readonly reverses?: boolean
  readonly accepts?: boolean
  /** Checked hubs: the new check of the sections it touches */
  readonly check?: Omit<SectionCheck, 'version'>
  readonly more?: Pick<EditRow, 'note' | 'undo_of' | 'suggestion_of' | 'task_id' | 'decision_id' | 'thread_id'>
}

interface Fight {
  readonly section_id: string
  /** who reverse each other there */
  readonly fighters: readonly string[]
}

export interface Saved {
  readonly pad: Pad
  readonly edit: EditRow
  readonly changes: readonly Changed[]
  readonly effects: readonly Effect[]
  /** touched sections that still exist */
  readonly touched: readonly Section[]
  /** each fought-over section that it touches or removes */
  readonly fights: readonly Fight[]
  readonly sections: readonly Section[]
}

/** Returns the next version of the pad, or undefined when nothing would differ. Refuses a text that grew too large. */
export function save(pad: Pad, change: SavedChange): Saved | undefined {
  const { blocks, changes } = nextVersion(pad.blocks, change.blocks, newIds(pad, change))
  const retitled = words(change.title) !== words(pad.title)
  if (changes.length === 0 && !retitled) return undefined
  const [before, after] = [sectionsOf(pad.id, pad.blocks), sectionsOf(pad.id, blocks)]
  checkLength(blocks)
  checkNumbers({ blocks, sections: after }, { blocks: pad.blocks, sections: before })
  const section_ids = touchedSections(before, after, changes)
  const [named, standing] = [new Set(section_ids), new Set(after.map(({ id }) => id))]
  const touched = after.filter(({ id }) => named.has(id))
  const at = iso(change.now)
  const version = pad.version + 1
  const checked = change.check && { ...change.check, version }
  const removed = before.filter(({ id }) => !standing.has(id))
  const { touches, fights } = marksOf(pad, change, { before, after, concerned: [...touched, ...removed] })
  const marks = touches.map((one) => ({ ...one.marks, version, ...present({ checked }) }))
  const { since, ...layout } = layoutToStore(pad.blocks, blocks, pad.layout_since)
  const head = { id: pad.id, title: change.title, version, layout_since: since, updated_at: at }
  const reversal = touches.some((one) => one.reversal)
  const measured = measure(before, after, changes)
  const edit = editRow(pad, { ...change, version, section_ids, changes, measured, reversal, checked, at })
  return {
    pad: { ...pad, ...head, blocks, sections: withMarks(pad.sections, marks) },
    edit,
    changes,
    touched,
    fights,
    sections: after,
    effects: [
      advancePads(head),
      insertPadVersions({ pad_id: pad.id, version, edit_id: change.id, title: change.title, ...layout, at }),
      ...newTexts(pad.id, version, changes),
      ...marks.map((one) => writeSections({ ...one, pad_id: pad.id })),
      ...searchEffects(pad, touched),
      ...removed.map(({ id }) => findSections({ pad_id: pad.id, hub_id: pad.hub_id, section_id: id })),
      insertEdits(edit),
    ],
  }
}

interface NewEdit extends Pick<SavedChange, 'id' | 'kind' | 'by' | 'base_version' | 'landed' | 'more'> {
  readonly version: number
  readonly section_ids: readonly string[]
  readonly changes: readonly Changed[]
  readonly measured: Measures
  readonly reversal: boolean
  readonly checked?: SectionCheck | undefined
  readonly at: string
}

/** The row of an edit that went in. */
export const editRow = (
  { id: pad_id, hub_id }: Pick<Pad, 'id' | 'hub_id'>,
  { id, kind, by, base_version, landed, more, version, section_ids, changes, measured, reversal, checked, at }: NewEdit,
): EditRow => ({
  id,
  pad_id,
  hub_id,
  kind,
  status: 'live',
  ...authorship(by),
  base_version,
  version,
  section_ids,
  blocks: changes.map((one) => ({ id: one.id, change: one.change })),
  ...measured,
  merged_with: landed,
  reversal,
  ...present({ checked }),
  ...more,
  at,
})

interface Concerning {
  readonly before: readonly Section[]
  readonly after: readonly Section[]
  /** sections that it touches or removes */
  readonly concerned: readonly Section[]
}

/** Returns the new marks of the sections that a change concerns, and who fights over them. */
function marksOf(
  pad: Pad,
  { by, author = by, now, reverses, accepts }: SavedChange,
  { before, after, concerned }: Concerning,
) {
  const [stood, stands] = [new Set(before.map(({ id }) => id)), new Set(after.map(({ id }) => id))]
  const known = marksBefore(pad, before, after)
  const places = placesOf(before, after)
  const fights: Fight[] = []
  const touches = concerned.map((section) => {
    const was = known(section)
    if (was?.fighters) fights.push({ section_id: section.id, fighters: was.fighters })
    return touch(was, section, {
      isNew: !stood.has(section.id),
      isRemoved: !stands.has(section.id),
      place: places.get(section.id),
      author: { id: author.id, principal: principal(author) },
      principal: principal(by),
      now,
      reverses: reverses === true,
      accepts: accepts === true,
    })
  })
  return { touches, fights }
}

/** Updates what search finds in these sections. */
export const searchEffects = ({ id, hub_id }: Pick<Pad, 'id' | 'hub_id'>, sections: readonly Section[]): Effect[] =>
  sections.map((section) =>
    findSections({
      pad_id: id,
      hub_id,
      section_id: section.id,
      said: { heading: untrusted(section.heading), text: untrusted(textOf(section)) },
    }),
  )

/** Generates ids that no block of the pad has and no section ever had. */
function newIds(pad: Pad, { id, blocks }: SavedChange): () => string {
  const taken = new Set([introductionId(pad.id), ...pad.sections.keys(), ...pad.blocks.map((block) => block.id)])
  for (const wanted of blocks) if (wanted.id !== undefined) taken.add(wanted.id)
  return blockIds(id, (one) => taken.has(one))
}

export const newTexts = (pad_id: string, version: number, changes: readonly Changed[]): Effect[] =>
  changes.flatMap(({ change, after, restored }) =>
    after && !restored && (change === 'added' || change === 'changed')
      ? [insertBlockTexts({ pad_id, block_id: after.id, rev: after.rev, version, text: untrusted(after.text) })]
      : [],
  )

function withMarks(sections: ReadonlyMap<string, Marks>, touched: readonly Marks[]): ReadonlyMap<string, Marks> {
  const next = new Map(sections)
  for (const marks of touched) next.set(marks.id, marks)
  return next
}

interface Parts {
  readonly blocks: readonly Block[]
  readonly sections: readonly Section[]
}

/** Throws when the text is too long for a pad. */
export function checkLength(blocks: readonly Block[]): void {
  const size = writtenLength(blocks.map(({ text }) => text))
  if (size > sizes.pad)
    throw tooLarge(
      'pad',
      `The pad would hold ${size} characters; at most ${sizes.pad} fit. Shorten it, or go on in a second pad.`,
      { limit: sizes.pad, size },
    )
}

/**
 * Throws when a pad would have too many sections or paragraphs: each is a row, and sections are marked and listed one by
 * one. A pad that is above the limit already may stay there.
 */
export function checkNumbers({ blocks, sections }: Parts, before?: Parts): void {
  if (sections.length > Math.max(sizes.padSections, before?.sections.length ?? 0))
    throw tooLarge(
      'pad',
      `The pad would have ${sections.length} sections; at most ${sizes.padSections} fit. Use fewer headings, or go on in a second pad.`,
      { limit: sizes.padSections, size: sections.length },
    )
  if (blocks.length > Math.max(sizes.padBlocks, before?.blocks.length ?? 0))
    throw tooLarge(
      'pad',
      `The pad would have ${blocks.length} paragraphs; at most ${sizes.padBlocks} fit. Join short ones into lists or tables, or go on in a second pad.`,
      { limit: sizes.padBlocks, size: blocks.length },
    )
}
