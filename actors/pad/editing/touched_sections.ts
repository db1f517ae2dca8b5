import type { Changed } from '../../../src/text/merging/next_version.ts'
import { type Section, sectionByBlock } from '../../../src/text/sections.ts'

/** Returns the sections whose words or blocks changed, then those that moved as a whole, then removed ones. */
export function touchedSections(
  before: readonly Section[],
  after: readonly Section[],
  changes: readonly Changed[],
): string[] {
  const [was, is] = [new Map(before.map((one) => [one.id, one])), new Set(after.map(({ id }) => id))]
  const differing = after.filter((one) => fingerprint(one) !== fingerprint(was.get(one.id))).map(({ id }) => id)
  // an empty pad has an Introduction without words, which goes when it begins with a heading
  const gone = before.filter(({ id, blocks }) => !is.has(id) && blocks.length > 0).map(({ id }) => id)
  const where = sectionByBlock(after)
  const moved = new Set(changes.flatMap(({ id, change }) => (change === 'moved' ? (where.get(id) ?? []) : [])))
  const [one] = moved
  const swapped = one !== undefined && moved.size === 1 ? neighbourPassed(one, before, after) : undefined
  return [...new Set([...differing, ...moved, ...(swapped === undefined ? [] : [swapped]), ...gone])]
}

/** Two neighbours that changed places: which of them counts as moved is chance, so the edit is about both. */
function neighbourPassed(moved: string, before: readonly Section[], after: readonly Section[]): string | undefined {
  const [was, is] = [before.map(({ id }) => id), after.map(({ id }) => id)]
  const [from, to] = [was.indexOf(moved), is.indexOf(moved)]
  const [above, below] = [is[to - 1], is[to + 1]]
  if (below !== undefined && below === was[from - 1] && above === was[from - 2]) return below
  if (above !== undefined && above === was[from + 1] && below === was[from + 2]) return above
  return undefined
}

/** Where whole sections stand: the section before each. */
export interface SectionPlace {
  readonly was: string
  readonly is: string
}

/** Returns the places of sections that changed theirs and nothing else. */
export function placesOf(before: readonly Section[], after: readonly Section[]): ReadonlyMap<string, SectionPlace> {
  const was = new Map(before.map((section, n) => [section.id, { section, follows: before[n - 1]?.id ?? '' }]))
  const places = new Map<string, SectionPlace>()
  for (const [n, section] of after.entries()) {
    const old = was.get(section.id)
    const follows = after[n - 1]?.id ?? ''
    if (old && old.follows !== follows && fingerprint(old.section) === fingerprint(section))
      places.set(section.id, { was: old.follows, is: follows })
  }
  return places
}

const fingerprint = (section: Section | undefined): string | undefined =>
  section?.blocks.map(({ id, rev }) => `${id}.${rev}`).join(' ')
