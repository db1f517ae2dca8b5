import { splitBlocks } from '../../../src/text/blocks.ts'
import { compare } from '../../../src/text/merging/compare.ts'
import { withSection } from '../../../src/text/sections.ts'
import { type Untrusted, words } from '../../../src/text/untrusted.ts'
import { invalid } from '../../../src/rules/errors.ts'
import { blockRevs, blocksEver, oldVersions } from '../../../sql/facts/pad/old_versions.ts'
import { noSuchSection } from '../no_such_section.ts'
import type { Pad } from '../state.ts'
import { intentOfBlocks } from './block_edits.ts'
import { type Intent, isEnd, isTop, type Known, type TextChanges } from './text_changes.ts'

/** Loads old texts only when something older than the pad is named. */
export function neededFor(
  pad: Pad,
  { base_version = pad.version, text, edits = [], inserts = [], title }: TextChanges,
) {
  const current = new Map(pad.blocks.map((block) => [block.id, block]))
  const anchors = inserts
    .map(({ after }) => after)
    .filter((after) => !isTop(pad, after) && !isEnd(after) && !current.has(after))
  const gone = [...edits.map(({ block }) => block), ...anchors].filter((id) => !current.has(id))
  const stale = edits.filter(({ block, rev }) => rev < (current.get(block)?.rev ?? 0))
  const wantsBase = base_version < pad.version && (text !== undefined || title !== undefined || anchors.length > 0)
  return {
    base: oldVersions.of({ pad_id: pad.id, version: wantsBase ? base_version : 0 }),
    revs: blockRevs.ofAll(stale.map(({ block, rev }) => ({ pad_id: pad.id, id: block, rev }))),
    ever: blocksEver.ofAll(gone.map((id) => ({ pad_id: pad.id, id }))),
  }
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
    ? intentOfBlocks(pad, changes, base_version, known)
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
