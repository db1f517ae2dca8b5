import { createHash } from 'node:crypto'
import { timers } from '../../../src/rules/limits.ts'
import { editWar } from '../../../src/rules/states/edit_war.ts'
import { type Block, headingOf } from '../../../src/text/blocks.ts'
import { characters } from '../../../src/text/characters.ts'
import { linksIn } from '../../../src/text/links.ts'
import type { Changed } from '../../../src/text/merging/next_version.ts'
import { hunksOf } from '../../../src/text/merging/merge_words.ts'
import { type Section, sectionByBlock, textOf } from '../../../src/text/sections.ts'
import { piecesOf } from '../../../src/text/merging/words.ts'
import type { Past } from '../../../sql/reads/pad/pad_states.ts'
import { present, presentAs } from '../../../src/records/present.ts'
import { gone, headingOf as headingHash } from './lineage.ts'
import type { Marks } from '../state.ts'

/** How much an edit changed, as stored with it. */
export interface Measures {
  readonly added_chars: number
  readonly removed_chars: number
  readonly new_heading: boolean
  readonly removed_link: boolean
  /** under 30% of each section, no new heading, no link removed */
  readonly small: boolean
}

/** Returns the sections whose words or blocks changed, then those that moved as a whole, then removed ones. */
export function touchedSections(
  before: readonly Section[],
  after: readonly Section[],
  changes: readonly Changed[],
): string[] {
  const [was, is] = [new Map(before.map((one) => [one.id, one])), new Set(after.map(({ id }) => id))]
  const differing = after.filter((one) => fingerprint(one) !== fingerprint(was.get(one.id))).map(({ id }) => id)
  const gone = before.filter(({ id }) => !is.has(id)).map(({ id }) => id)
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

/** Authors remembered per section. */
const authorsKept = 100
/** Earlier texts remembered per section for the edit-war rule, within its 72 hours. */
const pastKept = 50

interface Touch {
  /** the section did not exist before */
  readonly fresh?: boolean
  /** the section is removed */
  readonly taken?: boolean
  readonly by: string
  readonly principal: string
  readonly now: number
  /** it was moved as a whole */
  readonly place?: SectionPlace | undefined
  /** takes back what another human did */
  readonly reverses: boolean
  /** a participant let this version in: this ends an edit war in which they take no part */
  readonly accepts: boolean
}

/** Returns the marks of a section after one more change, and whether the change was a reversal. */
export function touch(
  marks: Marks | undefined,
  section: Section,
  { fresh, taken, place, by, principal, now, reverses, accepts }: Touch,
): { marks: Marks; reversal: boolean } {
  const said = taken ? gone : saidBy(section, place?.is)
  const past = recent(pastOf(marks, section, { fresh, place }), now)
  const reversal = reverses || saysAgain(past, said, principal)
  const reversals = (marks?.reversals ?? []).filter(({ at }) => now - at <= timers.editWar.within)
  if (reversal) reversals.push({ principal, at: now })
  const ends = accepts && marks?.fighters !== undefined && !marks.fighters.includes(principal)
  const fighters = ends ? undefined : (marks?.fighters ?? editWar(reversals, now))
  return {
    reversal,
    marks: presentAs({
      id: section.id,
      rev: (marks?.rev ?? 0) + 1,
      changed_at: now,
      authors: [by, ...(marks?.authors ?? []).filter((id) => id !== by)].slice(0, authorsKept),
      past: [
        ...past,
        present({ words: said, by: principal, at: now, heading: taken ? headingHash(section) : undefined }),
        // a section that was moved keeps its words, so that the next author to change them changes these
        ...(place ? [{ words: saidBy(section), by: principal, at: now }] : []),
      ].slice(-pastKept),
      reversals: ends ? [] : reversals,
      fighters,
      checked: marks?.checked
        ? marks.checked.state === 'checked'
          ? { ...marks.checked, state: 'changed' as const }
          : marks.checked
        : undefined,
    }),
  }
}

/** What the section said before this change; of one that moves, where it stood is part of that. */
function pastOf(
  marks: Marks | undefined,
  section: Section,
  { fresh, place }: { readonly fresh: boolean | undefined; readonly place: SectionPlace | undefined },
): readonly Past[] {
  if (fresh && !marks) return [{ words: gone, by: '', at: 0 }]
  const past = marks?.past ?? []
  if (!place) return past
  const { by, at } = past.at(-1) ?? { by: '', at: 0 }
  const words = saidBy(section, place.was)
  return past.at(-1)?.words === words ? past : [...past, { words, by, at }]
}

/** The hash of a section's words, ignoring white space, and of the section that it was moved behind. */
const saidBy = (section: Section, follows?: string): string =>
  createHash('sha256')
    .update(
      piecesOf(textOf(section))
        .filter((piece) => !/^\s/.test(piece))
        .join(' '),
    )
    .update(follows === undefined ? '' : `\n${follows}`)
    .digest('base64url')
    .slice(0, 16)

/** What the section said at any time in the last 72 hours: an entry lasted until the next one. */
const recent = (past: readonly Past[], now: number): readonly Past[] =>
  past.filter((_, n) => n === past.length - 1 || now - (past[n + 1] as Past).at <= timers.editWar.within)

/** Returns whether the words of an earlier version came back over those of another human. */
function saysAgain(past: readonly Past[], said: string, principal: string): boolean {
  if (past.at(-1)?.words === said) return false
  const earlier = past.findLastIndex(({ words }) => words === said)
  return earlier >= 0 && past.slice(earlier + 1).some(({ by }) => by !== principal)
}
