import { diffArrays } from 'diff'
import { type Block, headingOf } from '../blocks.ts'
import { piecesOf } from './words.ts'

/** A block of a wanted text: with the id of the block it continues, or without an id when it is new. */
export interface WantedBlock {
  readonly id?: string
  /** present only when a removed block is restored: its rev before the removal */
  readonly rev?: number
  readonly text: string
}

const mostBlockEdits = 450
/** above this many pairs of blocks, or of words to compare, a rewritten stretch is paired in order, not by likeness */
const mostPairs = 4_000
const mostWords = 400_000
/** how many blocks ahead the next heading, or the next paragraph, is looked for when pairing in order */
const nearby = 20
/** Dice coefficient, 0 to 1: below it a paragraph counts as another one, not as an edit */
const likeness = 0.3

/** Matches the paragraphs of a new text to blocks: unchanged, moved or edited. The unmatched are new or removed. */
export function compare(base: readonly Block[], texts: readonly string[]): WantedBlock[] {
  const found: (Block | undefined)[] = texts.map(() => undefined)
  let start = 0
  while (start < base.length && start < texts.length && base[start]?.text === texts[start]) {
    found[start] = base[start]
    start++
  }
  let [baseEnd, textEnd] = [base.length, texts.length]
  while (baseEnd > start && textEnd > start && base[baseEnd - 1]?.text === texts[textEnd - 1])
    found[--textEnd] = base[--baseEnd]

  const gaps = match(base, texts, { from: start, to: baseEnd }, { from: start, to: textEnd }, found)
  findMoved(base, texts, gaps, found)
  for (const gap of gaps) pairUp(base, texts, gap, found)
  return texts.map((text, place) => {
    const id = found[place]?.id
    return id === undefined ? { text } : { id, text }
  })
}

interface Range {
  readonly from: number
  readonly to: number
}
/** A stretch of the base and the stretch of the new text that replaces it, as indices of what is still unmatched. */
interface Gap {
  base: number[]
  texts: number[]
}

function match(
  base: readonly Block[],
  texts: readonly string[],
  b: Range,
  t: Range,
  found: (Block | undefined)[],
): Gap[] {
  const old = base.slice(b.from, b.to).map(({ text }) => text)
  const fresh = texts.slice(t.from, t.to)
  const parts = diffArrays(old, fresh, { maxEditLength: mostBlockEdits })
  if (!parts) return [{ base: range(b), texts: range(t) }]
  const gaps: Gap[] = []
  let [at, to] = [b.from, t.from]
  let gap: Gap | undefined
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      for (let n = 0; n < value.length; n++) found[to++] = base[at++]
      gap = undefined
      continue
    }
    if (!gap) gaps.push((gap = { base: [], texts: [] }))
    for (let n = 0; n < value.length; n++) {
      if (added) gap.texts.push(to++)
      else gap.base.push(at++)
    }
  }
  return gaps
}

const range = ({ from, to }: Range): number[] => Array.from({ length: to - from }, (_, n) => from + n)

/** A text that was removed once and added once is the same block: a moved section keeps its id. */
function findMoved(
  base: readonly Block[],
  texts: readonly string[],
  gaps: readonly Gap[],
  found: (Block | undefined)[],
): void {
  const gone = uniqueTexts(
    gaps.flatMap((gap) => gap.base.map((place) => [(base[place] as Block).text, { gap, place }] as const)),
  )
  const come = uniqueTexts(
    gaps.flatMap((gap) => gap.texts.map((place) => [texts[place] as string, { gap, place }] as const)),
  )
  const [left, arrived] = [new Set<number>(), new Set<number>()]
  for (const [text, to] of come) {
    const from = gone.get(text)
    if (!from) continue
    found[to.place] = base[from.place]
    left.add(from.place)
    arrived.add(to.place)
  }
  if (left.size === 0) return
  for (const gap of gaps) {
    gap.base = gap.base.filter((place) => !left.has(place))
    gap.texts = gap.texts.filter((place) => !arrived.has(place))
  }
}

function uniqueTexts<T>(entries: readonly (readonly [string, T])[]): Map<string, T> {
  const seen = new Map<string, T | undefined>()
  for (const [text, value] of entries) seen.set(text, seen.has(text) ? undefined : value)
  return new Map([...seen].flatMap(([text, value]) => (value === undefined ? [] : [[text, value] as const])))
}

/** Pairs what was rewritten in place by the best total similarity (dynamic programming), keeping the order. */
function pairUp(base: readonly Block[], texts: readonly string[], gap: Gap, found: (Block | undefined)[]): void {
  const [n, m] = [gap.base.length, gap.texts.length]
  if (n === 0 || m === 0) return
  const old = gap.base.map((place) => base[place] as Block)
  const fresh = gap.texts.map((place) => texts[place] as string)
  if (n * m > mostPairs) return pairInOrder(old, fresh, gap, found)

  const [oldBags, freshBags] = [old.map(({ text }) => bagOf(text)), fresh.map(bagOf)]
  const held = Math.min(m * distinct(oldBags), n * distinct(freshBags))
  if (held > mostWords && n * m > 1) return pairInOrder(old, fresh, gap, found)
  const only = n === 1 && m === 1
  const scores = oldBags.map((a) => Float64Array.from(freshBags, (b) => similarity(a, b, only)))
  const score = (i: number, j: number): number => (scores[i] as Float64Array)[j] as number
  const best = Array.from({ length: n + 1 }, () => new Float64Array(m + 1))
  for (let i = n - 1; i >= 0; i--) {
    for (let j = m - 1; j >= 0; j--) {
      const [here, below] = [best[i] as Float64Array, best[i + 1] as Float64Array]
      here[j] = Math.max(score(i, j) + (below[j + 1] as number), below[j] as number, here[j + 1] as number)
    }
  }
  let [i, j] = [0, 0]
  while (i < n && j < m) {
    const [here, below] = [best[i] as Float64Array, best[i + 1] as Float64Array]
    const pair = score(i, j)
    if (pair > 0 && here[j] === pair + (below[j + 1] as number)) found[gap.texts[j++] as number] = old[i++]
    else if (here[j] === below[j]) i++
    else j++
  }
}

function pairInOrder(old: readonly Block[], fresh: readonly string[], gap: Gap, found: (Block | undefined)[]): void {
  let i = 0
  for (const [j, text] of fresh.entries()) {
    const kind = headingOf(text) !== undefined
    let at = i
    while (at < old.length && at < i + nearby && (headingOf((old[at] as Block).text) !== undefined) !== kind) at++
    if (at >= old.length || at >= i + nearby) continue
    found[gap.texts[j] as number] = old[at]
    i = at + 1
  }
}

interface Bag {
  readonly heading?: number
  readonly size: number
  readonly words: ReadonlyMap<string, number>
}

/** Whether two texts share enough words for one to count as an edit of the other. */
export const isLike = (one: string, other: string): boolean => similarity(bagOf(one), bagOf(other), false) > 0

const distinct = (bags: readonly Bag[]): number => bags.reduce((sum, { words }) => sum + words.size, 0)

function bagOf(text: string): Bag {
  const words = new Map<string, number>()
  let size = 0
  for (const piece of piecesOf(text)) {
    if (/^\s/.test(piece)) continue
    words.set(piece, (words.get(piece) ?? 0) + 1)
    size++
  }
  const heading = headingOf(text)
  return heading ? { heading: heading.level, size, words } : { size, words }
}

/** Similarity of two blocks: 0 when they are different blocks, at most 1 for paragraphs and 1.4 for headings. */
function similarity(a: Bag, b: Bag, only: boolean): number {
  let shared = 0
  const [fewer, more] = a.words.size < b.words.size ? [a, b] : [b, a]
  for (const [word, n] of fewer.words) shared += Math.min(n, more.words.get(word) ?? 0)
  const dice = (2 * shared) / Math.max(1, a.size + b.size)
  if ((a.heading === undefined) !== (b.heading === undefined)) return dice >= likeness ? dice / 2 : 0
  // a renamed heading is still the same section, even when no word of it stayed
  if (a.heading !== undefined) return 0.2 + dice + (a.heading === b.heading ? 0.2 : 0)
  return dice >= likeness ? dice : only ? 0.1 : 0
}
