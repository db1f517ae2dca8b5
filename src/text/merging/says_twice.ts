import { countWords } from './words.ts'

/** Words in whole lines or sentences that two authors do not write alike by chance. */
const notByChance = 8

/**
 * Whether a merged text says twice what each side had put in once: whole lines or sentences, wherever they stand. The
 * one side had then read newer words than those that it names, and changed others among them.
 */
export function saysTwice(base: string, mine: string, theirs: string, merged: string): boolean {
  const [was, ours, others] = [unitsOf(base), unitsOf(mine), unitsOf(theirs)]
  let twice = 0
  for (const [unit, count] of unitsOf(merged)) {
    const [before, here, there] = [was.get(unit) ?? 0, ours.get(unit) ?? 0, others.get(unit) ?? 0]
    if (here > before && there > before && count > Math.max(here, there)) twice += countWords(unit)
  }
  return twice >= notByChance
}

/** Lines and sentences, with how often each stands there. */
function unitsOf(text: string): Map<string, number> {
  const units = new Map<string, number>()
  for (const line of text.split(/\n|(?<=[.!?。！？])/u)) {
    const unit = line.trim()
    if (unit !== '') units.set(unit, (units.get(unit) ?? 0) + 1)
  }
  return units
}
