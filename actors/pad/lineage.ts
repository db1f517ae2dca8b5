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
export function marksOf(
  pad: Pick<Pad, 'sections'>,
  section: Section,
  before: readonly Section[],
  after: readonly Section[],
): Marks | undefined {
  const own = pad.sections.get(section.id)
  if (own) return own
  const stands = new Set(after.map(({ id }) => id))
  const taken = before.filter(({ id }) => !stands.has(id))
  const blocks = new Set(section.blocks.map(({ id }) => id))
  const heading = headingOf(section)
  const parent =
    taken.find((one) => one.blocks.some(({ id }) => blocks.has(id))) ?? taken.find((one) => headingOf(one) === heading)
  const marks = parent ? pad.sections.get(parent.id) : latest(pad, stands, heading)
  return marks && { ...marks, id: section.id }
}

/** Of those that were taken out under this heading the last one. */
function latest({ sections }: Pick<Pad, 'sections'>, stands: ReadonlySet<string>, heading: string): Marks | undefined {
  let found: Marks | undefined
  for (const marks of sections.values()) {
    const last = marks.past.at(-1)
    if (last?.words !== gone || last.heading !== heading || stands.has(marks.id)) continue
    if (!found || marks.changed_at > found.changed_at) found = marks
  }
  return found
}
