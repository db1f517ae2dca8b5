/** Lines or sentences in common that tell a copy, however short they are. */
const tellingUnits = 2
/** Words, or characters where no spaces part them, of one line or sentence that two authors seldom write alike. */
const telling = { words: 3, characters: 10 }
/** Words in a row that stand in both although the sentence around them was changed. */
const tellingRun = 6
/** Words in common, and their share of the shorter text, that tell a sentence with some words changed. */
const tellingShare = { words: 5, of: 2 / 3 }
/** limit of words compared text by text; past it only whole lines, sentences and runs tell */
const mostCompared = 400_000

const word = /[\p{L}\p{M}\p{N}_]+(?:['’\-.:/][\p{L}\p{M}\p{N}_]+)*/gu

/**
 * Tells of a text which of `texts` it says again in part: whole lines or sentences, a longer run of words, or most of its
 * words. Whoever wrote it had then most likely read that one. Texts that are `cut` out of others begin and end anywhere,
 * so that their lines tell nothing.
 */
export function repeating(texts: readonly string[], cut = false): (text: string) => number | undefined {
  const units = new Map<string, number>()
  const runs = new Map<string, number>()
  const all = texts.map(wordsOf)
  const bags = all.map(bagOf)
  let left = mostCompared
  for (const [at, text] of texts.entries()) {
    for (const unit of cut ? [] : unitsOf(text)) units.set(unit, at)
    for (const run of runsOf(all[at] ?? [])) runs.set(run, at)
  }
  return (text) => {
    const shared = new Set<string>()
    for (const unit of unitsOf(text)) {
      const at = units.get(unit)
      if (at === undefined) continue
      shared.add(unit)
      if (tells(unit) || shared.size >= tellingUnits) return at
    }
    const mine = wordsOf(text)
    for (const run of runsOf(mine)) {
      const at = runs.get(run)
      if (at !== undefined) return at
    }
    const like = bags.findIndex((bag, n) => {
      left -= mine.length + bag.size
      return left >= 0 && sharesMost(mine, bag, all[n] ?? [])
    })
    return like < 0 ? undefined : like
  }
}

/** Whether a merged text says twice what each side had put in once: whole lines or sentences, wherever they stand. */
export function saysTwice(base: string, mine: string, theirs: string, merged: string): boolean {
  const [was, ours, others] = [base, mine, theirs].map((text) => bagOf(unitsOf(text)))
  const both = bagOf(unitsOf(merged))
  let found = 0
  for (const [unit, count] of both) {
    const [before, here, there] = [was, ours, others].map((units) => units?.get(unit) ?? 0) as [number, number, number]
    if (count <= Math.max(here, there) || here <= before || there <= before) continue
    found++
    if (tells(unit) || found >= tellingUnits) return true
  }
  return false
}

function tells(unit: string): boolean {
  const words = unit.split(' ').length
  return words >= telling.words || (words === 1 && unit.length >= telling.characters)
}

function sharesMost(mine: readonly string[], bag: ReadonlyMap<string, number>, theirs: readonly string[]): boolean {
  const rest = new Map(bag)
  let shared = 0
  for (const one of mine) {
    const count = rest.get(one) ?? 0
    if (count === 0) continue
    rest.set(one, count - 1)
    shared++
  }
  return shared >= tellingShare.words && shared >= tellingShare.of * Math.min(mine.length, theirs.length)
}

function bagOf(words: readonly string[]): Map<string, number> {
  const bag = new Map<string, number>()
  for (const one of words) bag.set(one, (bag.get(one) ?? 0) + 1)
  return bag
}

const wordsOf = (text: string): readonly string[] => text.match(word) ?? []

/** Lines and sentences, by their words. */
const unitsOf = (text: string): readonly string[] =>
  text
    .split(/\n|(?<=[.!?。！？])/u)
    .map((unit) => wordsOf(unit).join(' '))
    .filter((unit) => unit !== '')

const runsOf = (words: readonly string[]): string[] =>
  words.slice(tellingRun - 1).map((_, at) => words.slice(at, at + tellingRun).join(' '))
