import type { Hunk } from './hunks.ts'
import { countWords, isSpace } from './words.ts'

/** limit of compared pairs of words per merge; above it text that both sides put in may appear twice */
const mostCompared = 2_000_000

/** As many words stand in a longer text in the same order only when that text was made from them. */
const notByChance = 6

/** A word that the other side's change says between more words than so many for each is not the same one. */
const mostBeside = 8

/** Fewer words than these, in the middle of what the other side wrote in place of others, may be there by chance. */
const fewInTheMiddle = 3

interface Search {
  /** comparisons that are left */
  pairs: number
  /** what is looked for stands there, perhaps by chance */
  unclear: boolean
}

interface Changes {
  readonly ours: readonly Hunk[]
  readonly others: readonly Hunk[]
}

/**
 * The changes of both sides without those that the other side's say too. So what both made is made once, and a change
 * that is merged again, with what others made of the words around it, changes nothing. Undefined where that cannot be
 * told: to leave a word out would lose it, to put it in would say it twice.
 */
export function saidOnce(base: readonly string[], ours: readonly Hunk[], others: readonly Hunk[]): Changes | undefined {
  const search = { pairs: mostCompared, unclear: false }
  const mine = without(base, ours, others, search)
  const theirs = mine && without(base, others, mine, search)
  return theirs && { ours: mine, others: theirs }
}

/** Those of `some` that none of `all` says. Several may stand in one of `all`, one after the other. */
function without(
  base: readonly string[],
  some: readonly Hunk[],
  all: readonly Hunk[],
  search: Search,
): Hunk[] | undefined {
  const left: Hunk[] = []
  const told = new Map<Hunk, Told>()
  let at = 0
  let said = 0
  for (const [place, one] of some.entries()) {
    if (search.pairs < 0) return left.concat(some.slice(place))
    const reach = reachOf(base, one)
    search.pairs -= reach - one.from
    while (at < all.length && (all[at] as Hunk).to < one.from) [at, said] = [at + 1, 0]
    let end: number | undefined
    search.unclear = false
    for (let n = at; end === undefined && n < all.length; n++) {
      const other = all[n] as Hunk
      if (other.from > reach) break
      end = endIn(toldBy(other, told), one, reach, n === at ? said : 0, search)
      if (end !== undefined) [at, said] = [n, end]
    }
    if (end === undefined && search.unclear) return undefined
    if (end === undefined) left.push(one)
  }
  return left
}

/** What a change puts in. Taken once: thousands of changes may be looked for in one that is as long as a pad. */
interface Told {
  readonly change: Hunk
  readonly had: readonly string[]
  readonly count: number
}

function toldBy(change: Hunk, told: Map<Hunk, Told>): Told {
  const known = told.get(change)
  if (known) return known
  const had = withoutOuterSpace(change.pieces)
  const made = { change, had, count: countWords(had.join('')) }
  told.set(change, made)
  return made
}

/** Where what `all` puts in for `one` ends, looked for from `start`; undefined when `all` does not say what `one` does. */
function endIn(
  { change: all, had, count: saidByAll }: Told,
  one: Hunk,
  reach: number,
  start: number,
  search: Search,
): number | undefined {
  if (start === 0 && isSame(all, one)) return all.pieces.length
  // counted once: a text of one word repeated is looked through from each of its places
  const count = countWords(one.pieces.join(''))
  const isNear = count * mostBeside >= saidByAll
  const isSurePart = count >= fewInTheMiddle || (one.from === one.to && all.from === all.to)
  const endOf = (words: readonly string[]): number | undefined =>
    endAmong(had, words, { start, count, isNear, isSurePart }, search)
  if (one.from < one.to) {
    if (one.from < all.from || all.to < one.to) return undefined
    const words = withoutOuterSpace(one.pieces)
    if (words.length === 0) return all.pieces.every(isSpace) ? start : undefined
    return endOf(words)
  }
  for (let at = Math.max(one.from, all.from); at <= Math.min(reach, all.to); at++) {
    const words = withoutOuterSpace(turned(one.pieces, at - one.from))
    const end = words.length === 0 ? undefined : endOf(words)
    if (end !== undefined || search.pairs < 0) return end
  }
  return undefined
}

const turned = (pieces: readonly string[], by: number): string[] => {
  const turn = by % Math.max(1, pieces.length)
  return [...pieces.slice(turn), ...pieces.slice(0, turn)]
}

/** Where an insertion could stand as well, with its first words at its end: "a b" into "a" is also "b a" behind it. */
function reachOf(base: readonly string[], { from, to, pieces }: Hunk): number {
  let at = from
  if (from === to) while (at < base.length && base[at] === pieces[(at - from) % pieces.length]) at++
  return at
}

interface Part {
  readonly start: number
  /** words as a reader counts them */
  readonly count: number
  /** not between many more words */
  readonly isNear: boolean
  /** in the middle, too, it is there because the other side says the same */
  readonly isSurePart: boolean
}

function endAmong(
  all: readonly string[],
  words: readonly string[],
  { start, count, isNear, isSurePart }: Part,
  search: Search,
): number | undefined {
  search.pairs -= (all.length + 1) * words.length
  if (search.pairs < 0) return undefined
  const isAt = (at: number): boolean => at >= start && words.every((piece, n) => all[at + n] === piece)
  if (isAt(0)) return words.length
  const last = all.length - words.length
  if (isAt(last)) return all.length
  if (isNear)
    for (let at = start; at < last; at++) {
      if (!isAt(at)) continue
      if (isSurePart) return at + words.length
      search.unclear = true
      return undefined
    }
  return count >= notByChance ? endInOrder(all, words, start) : undefined
}

function endInOrder(all: readonly string[], words: readonly string[], start: number): number | undefined {
  let found = 0
  for (let at = start; at < all.length; at++) if (all[at] === words[found] && ++found === words.length) return at + 1
  return undefined
}

const isSame = (one: Hunk, other: Hunk): boolean =>
  one.from === other.from &&
  one.to === other.to &&
  one.pieces.length === other.pieces.length &&
  one.pieces.every((piece, n) => piece === other.pieces[n])

/** Where others took out a word beside an insertion, it stands there with one space less. */
function withoutOuterSpace(pieces: readonly string[]): readonly string[] {
  const [from, last] = [pieces.findIndex(isNoSpace), pieces.findLastIndex(isNoSpace)]
  return pieces.slice(Math.max(from, 0), last + 1)
}

const isNoSpace = (piece: string): boolean => !isSpace(piece)
