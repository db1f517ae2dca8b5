import { type Block, headingOf, splitBlocks } from '../../src/text/blocks.ts'
import { compare, isLike, type WantedBlock } from '../../src/text/merging/compare.ts'
import { type Conflict } from '../../src/text/merging/merge.ts'
import { keeperOf } from '../../src/text/merging/next_version.ts'
import { introductionId, sectionsOf, withSection } from '../../src/text/sections.ts'
import { type Untrusted, words } from '../../src/text/untrusted.ts'
import { invalid } from '../../src/rules/errors.ts'
import { type BlockRev, blockRevs, blocksEver, type OldVersion, oldVersions } from '../../sql/facts/pads.ts'
import { entryId } from '../../sql/reads/pad/layouts.ts'
import type { Pad } from './state.ts'

export interface BlockEdit {
  readonly block: string
  readonly rev: number
  /** empty removes the block */
  readonly text: Untrusted
  /** replaces only this, which must occur there exactly once */
  readonly find?: Untrusted
}

export interface Insert {
  /** a block, a section (right below its heading), or `start` */
  readonly after: string
  readonly text: Untrusted
}

/** The text that a caller wants, and the version that they had read. */
export interface TextChanges {
  readonly base_version?: number
  readonly text?: Untrusted
  /** `text` is this section only, with its heading line */
  readonly section_id?: string
  readonly edits?: readonly BlockEdit[]
  readonly inserts?: readonly Insert[]
  readonly title?: Untrusted
}

/** Loads old texts only when something older than the pad is named. */
export function neededFor(
  pad: Pad,
  { base_version = pad.version, text, edits = [], inserts = [], title }: TextChanges,
) {
  const current = new Map(pad.blocks.map((block) => [block.id, block]))
  const anchors = inserts.map(({ after }) => after).filter((after) => !isTop(pad, after) && !current.has(after))
  const gone = [...edits.map(({ block }) => block), ...anchors].filter((id) => !current.has(id))
  const stale = edits.filter(({ block, rev }) => rev < (current.get(block)?.rev ?? 0))
  const wantsBase = base_version < pad.version && (text !== undefined || title !== undefined || anchors.length > 0)
  return {
    base: oldVersions.of({ pad_id: pad.id, version: wantsBase ? base_version : 0 }),
    revs: blockRevs.ofAll(stale.map(({ block, rev }) => ({ pad_id: pad.id, id: block, rev }))),
    ever: blocksEver.ofAll(gone.map((id) => ({ pad_id: pad.id, id }))),
  }
}

interface Known {
  readonly base: OldVersion | undefined
  readonly revs: ReadonlyMap<string, BlockRev>
  readonly ever: ReadonlyMap<string, true>
}

export interface Intent {
  readonly base: readonly Block[]
  readonly mine: readonly WantedBlock[]
  readonly base_version: number
  /** edits that landed since what the caller had read */
  readonly landed: readonly string[]
  /** changes that cannot be tried: their block was removed */
  readonly conflicts: readonly Conflict[]
}

/** Returns what the caller wants, as a base and the changed version of it. */
export function intentOf(pad: Pad, changes: TextChanges, known: Known): Intent {
  const { base_version = pad.version } = changes
  if (base_version > pad.version) {
    throw invalid(
      'version',
      `This pad has no version ${base_version}; its newest is ${pad.version}. Read it again with open_pad.`,
    )
  }
  return changes.text === undefined
    ? ofBlocks(pad, changes, base_version, known)
    : ofText(pad, changes.text, base_version, known, changes.section_id)
}

function ofText(
  pad: Pad,
  text: Untrusted,
  base_version: number,
  { base }: Known,
  section_id: string | undefined,
): Intent {
  const blocks = base_version === pad.version ? pad.blocks : base?.blocks
  if (!blocks) throw invalid('version', `This pad has no version ${base_version}. Read it again with open_pad.`)
  const texts =
    section_id === undefined ? splitBlocks(words(text)) : withSection(pad.id, blocks, section_id, words(text))
  if (!texts) throw noSuchSection()
  const mine = compare(blocks, texts)
  return { base: blocks, mine, base_version, landed: base?.landed ?? [], conflicts: [] }
}

function ofBlocks(pad: Pad, { edits = [], inserts = [] }: TextChanges, base_version: number, known: Known): Intent {
  const conflicts: Conflict[] = []
  const landed = new Set<string>()
  const current = new Map(pad.blocks.map((block) => [block.id, block]))
  const edited = new Map<string, { was: Block; text: string }>()

  for (const [id, ofBlock] of byBlock(edits)) {
    const now = current.get(id)
    if (!now) {
      if (!known.ever.has(`${pad.id} ${id}`)) throw noSuchBlock(id)
      const { rev } = ofBlock[0] as BlockEdit
      if (!ofBlock.every(removes)) conflicts.push({ block: id, your_rev: rev, kind: 'removed' })
      continue
    }
    const was = readBy(pad, ofBlock, now, known)
    notASection(pad, was, ofBlock, edits)
    for (const edit of known.revs.get(entryId({ ...was, pad_id: pad.id }))?.landed ?? []) landed.add(edit)
    edited.set(id, { was, text: applied(was, ofBlock) })
  }

  const added = new Map<string, string[]>()
  for (const { after, text } of inserts) {
    const anchor = anchorOf(pad, after, current, known)
    if (anchor === undefined) conflicts.push({ block: after, kind: 'removed' })
    else added.set(anchor, [...(added.get(anchor) ?? []), ...splitBlocks(words(text))])
  }
  const fresh = (anchor: string): WantedBlock[] => (added.get(anchor) ?? []).map((text) => ({ text }))

  const mine = fresh(top)
  for (const block of pad.blocks) mine.push(...pieces(block, edited.get(block.id)), ...fresh(block.id))
  const base = pad.blocks.map((block) => edited.get(block.id)?.was ?? block)
  return { base, mine, base_version, landed: [...landed], conflicts }
}

function byBlock(edits: readonly BlockEdit[]): Map<string, BlockEdit[]> {
  const groups = new Map<string, BlockEdit[]>()
  for (const edit of edits) {
    const group = groups.get(edit.block)
    if (group) group.push(edit)
    else groups.set(edit.block, [edit])
  }
  return groups
}

/** Returns the block as the caller read it. */
function readBy(pad: Pad, edits: readonly BlockEdit[], now: Block, { revs }: Known): Block {
  const [first] = edits as [BlockEdit, ...BlockEdit[]]
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
function notASection(pad: Pad, was: Block, sent: readonly BlockEdit[], edits: readonly BlockEdit[]): void {
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
function pieces(block: Block, edit: { was: Block; text: string } | undefined): WantedBlock[] {
  if (!edit) return [{ id: block.id, text: block.text }]
  const texts = splitBlocks(edit.text)
  const keeper = keeperOf(edit.was, texts)
  return texts.map((text, place) => (place === keeper ? { id: block.id, text } : { text }))
}

const top = ''
const isTop = (pad: Pad, after: string): boolean => after === 'start' || after === introductionId(pad.id)
const removes = ({ text, find }: BlockEdit): boolean => find === undefined && words(text).trim() === ''

/** Returns the block to insert after; undefined when the named one was removed and its place is unknown. */
function anchorOf(
  pad: Pad,
  after: string,
  current: ReadonlyMap<string, Block>,
  { base, ever }: Known,
): string | undefined {
  if (isTop(pad, after)) return top
  if (current.has(after)) return after
  if (!ever.has(`${pad.id} ${after}`)) throw noSuchBlock(after)
  const place = base?.blocks.findIndex(({ id }) => id === after) ?? -1
  if (place < 0) return undefined
  return base?.blocks.slice(0, place).findLast(({ id }) => current.has(id))?.id ?? top
}

const noSuchSection = () =>
  invalid('unknown_section', 'This pad has no such section. open_pad with outline lists those it has.')

const noSuchBlock = (id: string) =>
  invalid('target', `This pad has no block ${id}. open_pad with blocks lists those it has.`, { block: id })
