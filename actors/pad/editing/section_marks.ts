import { createHash } from 'node:crypto'
import { timers } from '../../../src/rules/limits.ts'
import { editWar, endsEditWar } from '../../../src/rules/states/edit_war.ts'
import { type Section, textOf } from '../../../src/text/sections.ts'
import { piecesOf } from '../../../src/text/merging/words.ts'
import type { Past } from '../../../sql/reads/pad/pad_states.ts'
import { present, presentAs } from '../../../src/records/present.ts'
import { gone, headingOf as headingHash } from './lineage.ts'
import type { Marks } from '../state.ts'
import type { SectionPlace } from './touched_sections.ts'

/** Authors remembered per section. */
const authorsKept = 100
/** Earlier texts remembered per section for the edit-war rule, within its 72 hours. */
const pastKept = 50

interface Touch {
  /** the section did not exist before */
  readonly isNew?: boolean
  /** the section is removed */
  readonly isRemoved?: boolean
  /** whose words they are, and as whom they count: of a suggestion its author */
  readonly author: { readonly id: string; readonly principal: string }
  /** who makes the change */
  readonly principal: string
  readonly now: number
  /** it was moved as a whole */
  readonly place?: SectionPlace | undefined
  /** takes back what another human did */
  readonly reverses: boolean
  /** a participant let this version in, which may end an edit war */
  readonly accepts: boolean
}

/** Returns the marks of a section after one more change, and whether the change was a reversal. */
export function touch(
  marks: Marks | undefined,
  section: Section,
  { isNew, isRemoved, place, author, principal, now, reverses, accepts }: Touch,
): { marks: Marks; reversal: boolean } {
  const hash = isRemoved ? gone : wordsHash(section, place?.is)
  const past = recent(pastOf(marks, section, { isNew, place }), now)
  // who lets in what its author had said before reverses nobody else's words
  const reversal = reverses || [principal, author.principal].every((who) => bringsBack(past, hash, who))
  const reversals = (marks?.reversals ?? []).filter(({ at }) => now - at <= timers.editWar.within)
  if (reversal) reversals.push({ principal, at: now })
  const ends = accepts && marks?.fighters !== undefined && endsEditWar(marks.fighters, principal)
  const fighters = ends ? undefined : (marks?.fighters ?? editWar(reversals, now))
  return {
    reversal,
    marks: presentAs({
      id: section.id,
      rev: (marks?.rev ?? 0) + 1,
      changed_at: now,
      authors: [author.id, ...(marks?.authors ?? []).filter((id) => id !== author.id)].slice(0, authorsKept),
      past: [
        ...past,
        present({ words: hash, by: author.principal, at: now, heading: isRemoved ? headingHash(section) : undefined }),
        // a section that was moved keeps its words, so that the next author to change them changes these
        ...(place ? [{ words: wordsHash(section), by: author.principal, at: now }] : []),
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
  { isNew, place }: { readonly isNew: boolean | undefined; readonly place: SectionPlace | undefined },
): readonly Past[] {
  if (isNew && !marks) return [{ words: gone, by: '', at: 0 }]
  const past = marks?.past ?? []
  if (!place) return past
  const { by, at } = past.at(-1) ?? { by: '', at: 0 }
  const words = wordsHash(section, place.was)
  return past.at(-1)?.words === words ? past : [...past, { words, by, at }]
}

/** The hash of a section's words, ignoring white space, and of the section that it was moved behind. */
const wordsHash = (section: Section, follows?: string): string =>
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
function bringsBack(past: readonly Past[], hash: string, principal: string): boolean {
  if (past.at(-1)?.words === hash) return false
  const earlier = past.findLastIndex(({ words }) => words === hash)
  return earlier >= 0 && past.slice(earlier + 1).some(({ by }) => by !== principal)
}
