import { timers } from '../../rules/limits.ts'
import { joined, type Markdown, md, ref, safe } from './md.ts'
import type { Check, SectionView } from '../../records/pad/section.ts'
import { authorLine } from './author_line.ts'
import type { Eyes } from '../../rules/caller.ts'
import { inHours } from '../../rules/units.ts'

/** Marks that a reader should see before trusting a section; pad_markdown.ts shows them in three places. */
export function marks({ suggestions_only, check }: SectionView, eyes: Eyes): Markdown[] {
  return [...(suggestions_only ? [safe('proposals only (edit war)')] : []), ...(check ? [checkMark(check, eyes)] : [])]
}

function checkMark({ state, by, note }: Check, eyes: Eyes): Markdown {
  if (state === 'changed') return safe('changed since check')
  if (state === 'unchecked')
    return safe(`unchecked (went in after ${inHours(timers.uncheckedMerge.after)} without a check)`)
  const who = by ? md`checked by ${authorLine(by, eyes)}` : safe('checked')
  return note === undefined ? who : md`${who}: ${note}`
}

export const markItem = (section: SectionView, eyes: Eyes): Markdown =>
  md`- ${ref(section.id)} ${section.heading}: ${joined(marks(section, eyes), '; ')}`
