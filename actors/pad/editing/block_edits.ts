import { type Block, headingOf, splitBlocks } from '../../../src/text/blocks.ts'
import { isLike, type WantedBlock } from '../../../src/text/merging/compare.ts'
import { type Conflict } from '../../../src/text/merging/merge.ts'
import { keeperOf } from '../../../src/text/merging/next_version.ts'
import { sectionsOf } from '../../../src/text/sections.ts'
import { words } from '../../../src/text/untrusted.ts'
import { grouped } from '../../../src/records/grouped.ts'
import { invalid } from '../../../src/rules/errors.ts'
import { entryId } from '../../../sql/reads/pad/layouts.ts'
import type { Pad } from '../state.ts'
import { type BlockEdit, type Insert, type Intent, isEnd, isTop, type Known, type TextChanges } from './text_changes.ts'

/** Returns what edits and inserts of single blocks want, as a base and the changed version of it. */
export function intentOfBlocks(
  pad: Pad,
  { edits = [], inserts = [] }: TextChanges,
  base_version: number,
  known: Known,
): Intent {
  const current = new Map(pad.blocks.map((block) => [block.id, block]))
  const { edited, landed, conflicts: removed } = editedBlocks(pad, edits, current, known)
  const { added, conflicts: placeless } = insertedTexts(pad, inserts, current, known)
  const fresh = (anchor: string): WantedBlock[] => (added.get(anchor) ?? []).map((text) => ({ text }))
  return {
    base: pad.blocks.map((block) => edited.get(block.id)?.was ?? block),
    mine: [
      ...fresh(top),
      ...pad.blocks.flatMap((block) => [...pieces(block, edited.get(block.id)), ...fresh(block.id)]),
    ],
    base_version,
    landed: [...landed],
    conflicts: [...removed, ...placeless],
  }
}

interface Edited {
  /** as the caller read it */
  readonly was: Block
  readonly text: string
}

/** Applies the edits to the blocks as the caller read them; a conflict for each block that was removed. */
function editedBlocks(pad: Pad, edits: readonly BlockEdit[], current: ReadonlyMap<string, Block>, known: Known) {
  const conflicts: Conflict[] = []
  const landed = new Set<string>()
  const edited = new Map<string, Edited>()
  for (const [id, ofBlock] of grouped(edits.map((edit) => [edit.block, edit]))) {
    const now = current.get(id)
    if (!now) {
      if (!known.ever.has(`${pad.id} ${id}`)) throw noSuchBlock(id)
      const [{ rev }] = ofBlock
      if (!ofBlock.every(removes)) conflicts.push({ block: id, your_rev: rev, kind: 'removed' })
      continue
    }
    const was = readBy(pad, ofBlock, now, known)
    refuseWholeSection(pad, was, ofBlock, edits)
    for (const edit of known.revs.get(entryId({ ...was, pad_id: pad.id }))?.landed ?? []) landed.add(edit)
    edited.set(id, { was, text: applied(was, ofBlock) })
  }
  return { edited, landed, conflicts }
}

/** Groups the inserted paragraphs by the block that they follow; a conflict for each place that is gone. */
function insertedTexts(pad: Pad, inserts: readonly Insert[], current: ReadonlyMap<string, Block>, known: Known) {
  const conflicts: Conflict[] = []
  const added = new Map<string, string[]>()
  for (const { after, text } of inserts) {
    const anchor = anchorOf(pad, after, current, known)
    if (anchor === undefined) conflicts.push({ block: after, kind: 'removed' })
    else added.set(anchor, [...(added.get(anchor) ?? []), ...splitBlocks(words(text))])
  }
  return { added, conflicts }
}

/** Returns the block as the caller read it. */
function readBy(pad: Pad, edits: readonly [BlockEdit, ...BlockEdit[]], now: Block, { revs }: Known): Block {
  const [first] = edits
  if (edits.length > 1 && !edits.every(({ find, rev }) => find !== undefined && rev === first.rev)) {
    throw invalid(
      'one_of',
      `Block ${now.id} is edited twice in one call. Send one edit for it, or use find in each of them.`,
    )
  }
  const { rev } = first
  if (rev === now.rev) return now
  const was = revs.get(entryId({ pad_id: pad.id, id: now.id, rev }))
  if (!was)
    throw invalid(
      'version',
      `Block ${now.id} has no rev ${rev}; it stands at rev ${now.rev}. Read it again with open_pad and blocks.`,
    )
  return { id: now.id, rev, text: was.text }
}

/**
 * Refuses a whole section sent as the text of its heading's block, which has the section's id: recognised by paragraphs
 * like those below the heading, which would stay below the new ones. Whether the caller read those is unknown: no rev
 * of them was named.
 */
function refuseWholeSection(pad: Pad, was: Block, sent: readonly BlockEdit[], edits: readonly BlockEdit[]): void {
  const [only] = sent
  if (!only || only.find !== undefined || !headingOf(was.text)) return
  const [first = '', ...more] = splitBlocks(words(only.text))
  if (more.length === 0 || !headingOf(first)) return
  const below =
    sectionsOf(pad.id, pad.blocks)
      .find(({ id }) => id === was.id)
      ?.blocks.slice(1) ?? []
  const named = new Set(edits.map(({ block }) => block))
  if (below.some(({ id }) => named.has(id))) return
  const again = more.slice(0, mostHeld).some((text) => below.slice(0, mostHeld).some((one) => isLike(one.text, text)))
  if (!again) return
  throw invalid(
    'one_of',
    `Block ${was.id} is a heading alone, and the text for it goes on below one. For the whole section send text with section_id and base_version; for more words below the heading send inserts.`,
    { block: was.id },
  )
}

/** paragraphs compared with each other */
const mostHeld = 20

function applied(was: Block, edits: readonly BlockEdit[]): string {
  let text = was.text
  for (const edit of edits) {
    if (edit.find === undefined) return words(edit.text)
    const find = words(edit.find).replace(/\r\n?/g, '\n')
    const at = text.indexOf(find)
    if (at < 0 || text.indexOf(find, at + 1) >= 0) {
      throw invalid(
        'find_not_unique',
        `find must stand exactly once in rev ${was.rev} of block ${was.id}; it stands there ${at < 0 ? 'nowhere' : 'more often'}. Send more of the words around it.`,
        { block: was.id },
      )
    }
    text = text.slice(0, at) + words(edit.text) + text.slice(at + find.length)
  }
  return text
}

/** The paragraph most like the block keeps the block's id. */
function pieces(block: Block, edit: Edited | undefined): WantedBlock[] {
  if (!edit) return [{ id: block.id, text: block.text }]
  const texts = splitBlocks(edit.text)
  const keeper = keeperOf(edit.was, texts)
  return texts.map((text, place) => (place === keeper ? { id: block.id, text } : { text }))
}

const top = ''
const removes = ({ text, find }: BlockEdit): boolean => find === undefined && words(text).trim() === ''

/** Returns the block to insert after; undefined when the named one was removed and its place is unknown. */
function anchorOf(
  pad: Pad,
  after: string,
  current: ReadonlyMap<string, Block>,
  { base, ever }: Known,
): string | undefined {
  if (isTop(pad, after)) return top
  if (isEnd(after)) return pad.blocks.at(-1)?.id ?? top
  if (current.has(after)) return after
  if (!ever.has(`${pad.id} ${after}`))
    throw noSuchBlock(after, ' after takes one of them, a section id, start, or end.')
  const place = base?.blocks.findIndex(({ id }) => id === after) ?? -1
  if (place < 0) return undefined
  return base?.blocks.slice(0, place).findLast(({ id }) => current.has(id))?.id ?? top
}

const noSuchBlock = (id: string, more = '') =>
  invalid('target', `This pad has no block ${id}. open_pad with blocks lists those it has.${more}`, { block: id })
