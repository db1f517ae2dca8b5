import type { EditMeasures } from '../../../sql/effects/pad/edits.ts'
import { timers } from '../../../src/rules/limits.ts'
import { type Block, headingOf } from '../../../src/text/blocks.ts'
import { characters } from '../../../src/text/characters.ts'
import { linksIn } from '../../../src/text/links.ts'
import type { Changed } from '../../../src/text/merging/next_version.ts'
import { hunksOf } from '../../../src/text/merging/hunks.ts'
import { type Section, sectionByBlock, textOf } from '../../../src/text/sections.ts'
import { piecesOf } from '../../../src/text/merging/words.ts'

/** How much an edit changed. `small`: under 30% of each section, no new heading, no link removed. */
export type Measures = Pick<EditMeasures, 'added_chars' | 'removed_chars' | 'new_heading' | 'removed_link' | 'small'>

export function measure(before: readonly Section[], after: readonly Section[], changes: readonly Changed[]): Measures {
  let [added, removed] = [0, 0]
  let [newHeading, removedLink] = [false, false]
  const bySection = new Map<string, { added: number; removed: number }>()
  const [was, is] = [sectionByBlock(before), sectionByBlock(after)]
  const count = (section: string, cost: { added: number; removed: number }): void => {
    const sum = bySection.get(section) ?? { added: 0, removed: 0 }
    bySection.set(section, { added: sum.added + cost.added, removed: sum.removed + cost.removed })
  }
  for (const { id, change, before: old, after: next } of changes) {
    if (change === 'moved') continue
    const cost = changedCharacters(old?.text ?? '', next?.text ?? '')
    added += cost.added
    removed += cost.removed
    if (next && headingOf(next.text) && !(old && headingOf(old.text))) newHeading = true
    if (old && lostLink(old.text, next?.text ?? '')) removedLink = true
    count(was.get(id) ?? is.get(id) ?? '', cost)
  }
  for (const { id, text } of relocated(before, after, changes)) {
    const length = characters(text)
    count(was.get(id) ?? '', { added: 0, removed: length })
    count(is.get(id) ?? '', { added: length, removed: 0 })
  }
  const sizes = new Map(before.map((section) => [section.id, characters(textOf(section))]))
  const small = [...bySection].every(
    ([id, sum]) => Math.max(sum.added, sum.removed) < timers.uncheckedMerge.belowShareOfSection * (sizes.get(id) ?? 0),
  )
  return {
    added_chars: added,
    removed_chars: removed,
    new_heading: newHeading,
    removed_link: removedLink,
    small: small && !newHeading && !removedLink,
  }
}

/** Blocks that moved, or belong to another section because a heading was added or removed. */
function relocated(before: readonly Section[], after: readonly Section[], changes: readonly Changed[]): Block[] {
  const [was, is] = [sectionByBlock(before), sectionByBlock(after)]
  const moved = new Set(changes.filter(({ change }) => change === 'moved').map(({ id }) => id))
  return before
    .flatMap(({ blocks }) => blocks)
    .filter(({ id }) => is.has(id) && (moved.has(id) || is.get(id) !== was.get(id)))
}

function changedCharacters(before: string, after: string): { added: number; removed: number } {
  const pieces = piecesOf(before)
  let [added, removed] = [0, 0]
  for (const hunk of hunksOf(pieces, piecesOf(after))) {
    added += characters(hunk.pieces.join(''))
    removed += characters(pieces.slice(hunk.from, hunk.to).join(''))
  }
  return { added, removed }
}

function lostLink(before: string, after: string): boolean {
  const left = linksIn(after)
  return linksIn(before).some((link) => {
    const at = left.indexOf(link)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
