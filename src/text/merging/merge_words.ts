import { diffArrays } from 'diff'
import { saysTwice } from './says_twice.ts'
import { countWords, growTogether, piecesOf } from './words.ts'

/** A range of the base, [from, to), and what one side replaced it by. */
export interface Hunk {
  readonly from: number
  readonly to: number
  readonly pieces: readonly string[]
}

/** Limits of the diff. Above them it gets coarser, which causes more conflicts but never loses a word. */
const mostWordEdits = 200
const mostLineEdits = 200
/** limit of compared pairs of words per merge; above it text that both sides inserted may appear twice */
const mostCompared = 2_000_000

/** Returns the changes of one side by piece; a stretch in which each word was rewritten is one hunk. */
export function hunksOf(base: readonly string[], side: readonly string[]): Hunk[] {
  let start = 0
  while (start < base.length && start < side.length && base[start] === side[start]) start++
  let end = 0
  const most = Math.min(base.length, side.length) - start
  while (end < most && base[base.length - 1 - end] === side[side.length - 1 - end]) end++
  const from = base.slice(start, base.length - end)
  const to = side.slice(start, side.length - end)
  if (from.length === 0 && to.length === 0) return []
  if (from.length === 0 || to.length === 0) return slid([{ from: start, to: start + from.length, pieces: to }], base)
  const hunks = compared(from, to, mostWordEdits) ?? byLines(from, to) ?? [{ from: 0, to: from.length, pieces: to }]
  const placed = hunks.map((hunk) => ({ from: hunk.from + start, to: hunk.to + start, pieces: hunk.pieces }))
  return joined(slid(placed, base), base)
}

/** Shifts insertions and deletions as far left as possible, so that a change gives one hunk in any context. */
function slid(hunks: readonly Hunk[], base: readonly string[]): Hunk[] {
  const result: Hunk[] = []
  for (const hunk of hunks) {
    const least = result.at(-1)?.to ?? 0
    const { from, to, pieces } = hunk
    // last piece of the hunk shifted left by `by`; one more shift needs it to equal the piece before the hunk
    const last = (by: number): string | undefined =>
      from === to ? pieces[pieces.length - 1 - (by % pieces.length)] : base[to - 1 - by]
    let by = 0
    if (from === to || pieces.length === 0) while (from - by > least && base[from - by - 1] === last(by)) by++
    const turn = pieces.length === 0 ? 0 : by % pieces.length
    result.push({
      from: from - by,
      to: to - by,
      pieces: [...pieces.slice(pieces.length - turn), ...pieces.slice(0, pieces.length - turn)],
    })
  }
  return result
}

function compared(base: string[], side: string[], maxEditLength: number): Hunk[] | undefined {
  const parts = diffArrays(base, side, { maxEditLength })
  if (!parts) return undefined
  const hunks: { from: number; to: number; pieces: string[] }[] = []
  let at = 0
  for (const { added, removed, value } of parts) {
    let open = hunks.at(-1)
    if (added || removed) {
      if (!open || open.to !== at) hunks.push((open = { from: at, to: at, pieces: [] }))
      if (added) open.pieces.push(...value)
      else open.to += value.length
    }
    if (!added) at += value.length
  }
  return hunks
}

/** For long rewritten texts: diffs by line, then maps the hunks back to word positions. */
function byLines(base: string[], side: string[]): Hunk[] | undefined {
  const [baseLines, sideLines] = [linesOf(base), linesOf(side)]
  const hunks = compared(
    baseLines.map((line) => line.join('')),
    sideLines.map((line) => line.join('')),
    mostLineEdits,
  )
  const places = [0]
  for (const line of baseLines) places.push((places.at(-1) as number) + line.length)
  return hunks?.map(({ from, to, pieces }) => ({
    from: places[from] as number,
    to: places[to] as number,
    pieces: pieces.flatMap(piecesOf),
  }))
}

function linesOf(pieces: readonly string[]): string[][] {
  const lines: string[][] = [[]]
  for (const piece of pieces) {
    ;(lines.at(-1) as string[]).push(piece)
    if (piece === '\n') lines.push([])
  }
  return lines.filter((line) => line.length > 0)
}

/**
 * Joins what touches, so that a change gives one hunk, and replacements that only spaces separate: merging between two
 * rewritten words would give nonsense.
 */
function joined(hunks: readonly Hunk[], base: readonly string[]): Hunk[] {
  const result: Hunk[] = []
  for (const hunk of hunks) {
    const before = result.at(-1)
    const between = base.slice(before?.to ?? 0, hunk.from)
    if (before && (between.length === 0 || (between.every(isSpace) && replaces(before) && replaces(hunk)))) {
      result[result.length - 1] = {
        from: before.from,
        to: hunk.to,
        pieces: [...before.pieces, ...between, ...hunk.pieces],
      }
    } else result.push(hunk)
  }
  return result
}

const replaces = ({ from, to }: Hunk): boolean => from < to

/**
 * Applies the changes of both sides to one text; undefined when they changed the same words, or when both together
 * would say twice what each says once.
 */
export function mergeWords(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || theirs === base) return mine
  if (mine === base) return theirs
  const pieces = piecesOf(base)
  const ours = hunksOf(pieces, piecesOf(mine))
  const others = hunksOf(pieces, piecesOf(theirs))
  const merged: string[] = []
  const budget = { pairs: mostCompared }
  const says = (all: Hunk, some: Hunk): boolean => isAmong(pieces, all, some, budget)
  let [at, i, j] = [0, 0, 0]
  while (i < ours.length || j < others.length) {
    const [a, b] = [ours[i], others[j]]
    const inTheirs = a && b && says(b, a)
    const agreed = a && b && (inTheirs || same(a, b) || says(a, b))
    if (a && b && !agreed && overlap(a, b)) return undefined
    // when both insert at the same place, the text that was saved first comes first
    const next = !a || (b && (agreed ? inTheirs : b.to <= a.from)) ? (b as Hunk) : a
    // a change said before, with another one, reaches over this one
    if (next.from < at) return undefined
    if (agreed || next === a) i++
    if (agreed || next === b) j++
    merged.push(...pieces.slice(at, next.from), ...next.pieces)
    at = next.to
  }
  merged.push(...pieces.slice(at))
  const text = merged.join('')
  return saysTwice(base, mine, theirs, text) ? undefined : text
}

const same = (a: Hunk, b: Hunk): boolean =>
  a.from === b.from &&
  a.to === b.to &&
  a.pieces.length === b.pieces.length &&
  a.pieces.every((p, i) => p === b.pieces[i])

/** Whether the words that one side inserted are among those that the other inserted at the same place or next to it. */
function isAmong(base: readonly string[], all: Hunk, some: Hunk, budget: { pairs: number }): boolean {
  if (some.from !== some.to) return false
  const [had, words] = [withoutOuterSpace(all.pieces), withoutOuterSpace(some.pieces)]
  if (had.length < words.length || words.length === 0) return same(all, some)
  let { from, pieces } = some
  for (;;) {
    budget.pairs -= (had.length + 1) * words.length
    if (budget.pairs < 0) return same(all, some)
    if (among({ ...all, pieces: had }, from, words)) return true
    // an insertion before a space is equivalent to one after it, with the space rotated to the end
    if (from >= all.to || base[from] !== pieces[0]) return false
    pieces = [...pieces.slice(1), pieces[0] as string]
    from++
  }
}

/** Where others took out a word beside it, an insertion stands there with one space less. */
function withoutOuterSpace(pieces: readonly string[]): readonly string[] {
  const [from, last] = [pieces.findIndex(isNoSpace), pieces.findLastIndex(isNoSpace)]
  return pieces.slice(Math.max(from, 0), last + 1)
}

const isNoSpace = (piece: string): boolean => !isSpace(piece)

const isSpace = (piece: string): boolean => /^[^\S\n]+$/.test(piece)

function among(all: Hunk, from: number, pieces: readonly string[]): boolean {
  const room = all.pieces.length - pieces.length
  const [front, back] = [from === all.from, from === all.to]
  if (!front && !back) return false
  for (let start = front ? 0 : room; start <= (back ? room : 0); start++) {
    if (pieces.every((piece, n) => all.pieces[start + n] === piece)) return true
  }
  return countWords(pieces.join('')) >= notByChance && inOrder(all.pieces, pieces)
}

/** As many words stand in a longer text in the same order only when that text was made from them. */
const notByChance = 6

function inOrder(all: readonly string[], some: readonly string[]): boolean {
  let at = 0
  for (const piece of all) if (piece === some[at]) at++
  return at === some.length
}

function overlap(a: Hunk, b: Hunk): boolean {
  if (a.from === a.to && b.from === b.to) return a.from === b.from && growTogether(b.pieces.at(-1), a.pieces[0])
  return a.from < b.to && b.from < a.to
}
