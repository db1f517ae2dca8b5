import { createHash } from 'node:crypto'
import type { Section } from '../../../src/text/sections.ts'
import type { Marks, Pad } from '../state.ts'

/** Stands for the words of a removed section. */
export const gone = 'gone'

/** The hash of a section's heading, ignoring case, as its marks keep it. */
export const headingOf = ({ heading }: Section): string =>
  createHash('sha256').update(heading.trim().toLowerCase()).digest('base64url').slice(0, 16)

/**
 * Returns the marks that a section starts with. A new section continues a removed one: one that this edit removes and
 * whose paragraphs it has, else one removed under the same heading, now or before. Edit wars are about words, not ids.
 */
export function marksBefore(
  pad: Pick<Pad, 'sections'>,
  before: readonly Section[],
  after: readonly Section[],
): (section: Section) => Marks | undefined {
  // computed once per edit, and only if a section is new: a pad keeps the marks of every section it ever had
  let ended: Ended | undefined
  return (section) => {
    const own = pad.sections.get(section.id)
    if (own) return own
    ended ??= endedIn(pad, before, after)
    const { byBlock, byHeading, latest } = ended
    const places = section.blocks.flatMap(({ id }) => byBlock.get(id) ?? [])
    const heading = headingOf(section)
    const parent = places.length > 0 ? before[Math.min(...places)] : byHeading.get(heading)
    const marks = parent ? pad.sections.get(parent.id) : latest.get(heading)
    return marks && { ...marks, id: section.id }
  }
}

interface Ended {
  /** sections that this edit removes: their index by block, and the first under each heading */
  readonly byBlock: ReadonlyMap<string, number>
  readonly byHeading: ReadonlyMap<string, Section>
  /** marks of sections removed earlier, the latest under each heading */
  readonly latest: ReadonlyMap<string, Marks>
}

function endedIn({ sections }: Pick<Pad, 'sections'>, before: readonly Section[], after: readonly Section[]): Ended {
  const stands = new Set(after.map(({ id }) => id))
  const byBlock = new Map<string, number>()
  const byHeading = new Map<string, Section>()
  for (const [place, section] of before.entries()) {
    if (stands.has(section.id)) continue
    for (const { id } of section.blocks) byBlock.set(id, place)
    const heading = headingOf(section)
    if (!byHeading.has(heading)) byHeading.set(heading, section)
  }
  const latest = new Map<string, Marks>()
  for (const marks of sections.values()) {
    const last = marks.past.at(-1)
    if (last?.words !== gone || last.heading === undefined || stands.has(marks.id)) continue
    const found = latest.get(last.heading)
    if (!found || marks.changed_at > found.changed_at) latest.set(last.heading, marks)
  }
  return { byBlock, byHeading, latest }
}
