import { createHash } from 'node:crypto'
import type { Section } from '../../src/text/sections.ts'
import type { Marks, Pad } from './state.ts'

/** What a section says that is taken out: nothing. */
export const gone = 'gone'

/** The name of a section as its marks keep it, whatever its letters' case. */
export const headingOf = ({ heading }: Section): string =>
  createHash('sha256').update(heading.trim().toLowerCase()).digest('base64url').slice(0, 16)

/**
 * The marks that a section begins with. One that is new goes on where another ended: with the paragraphs of one that this
 * edit takes out, else under the heading of one that is out, now or before. A quarrel is about words, not about ids.
 */
export function marksBefore(
  pad: Pick<Pad, 'sections'>,
  before: readonly Section[],
  after: readonly Section[],
): (section: Section) => Marks | undefined {
  // looked up once for all sections of an edit, and only where one of them is new: a pad keeps the marks of all it ever had
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
  /** sections that this edit takes out: the places of those that had a block, and the first under a heading */
  readonly byBlock: ReadonlyMap<string, number>
  readonly byHeading: ReadonlyMap<string, Section>
  /** marks of those that were taken out before under a heading, the last one */
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
