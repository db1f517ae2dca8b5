import { characters, firstCharacters } from '../text/characters.ts'
import { type Untrusted, untrusted, words } from '../text/untrusted.ts'
import { reads } from '../rules/limits.ts'
import { type Markdown, printed, safe } from './markdown/md.ts'

/** Sizes of printed text. Words are counted in code points, a whole result in characters after JSON escaping. */

export interface Clipped {
  readonly text: Untrusted
  /** code points of the whole text; absent when it was not cut */
  readonly of?: number
}

/** Returns the first `most` code points. */
export function clip(text: Untrusted, most: number): Clipped {
  const all = words(text)
  if (all.length <= most) return { text }
  const of = characters(all)
  return of <= most ? { text } : { text: untrusted(firstCharacters(all, most)), of }
}

/** Returns `count` code points of a text, starting at code point `from`. */
export const charactersFrom = (text: string, from: number, count: number): string =>
  firstCharacters(text.slice(firstCharacters(text, from).length), count)

/** Length of a text inside a JSON string. */
export const jsonCharacters = (text: string): number => JSON.stringify(text).length - 2

export interface Budget {
  /** characters as printed */
  readonly characters: number
  /** characters after JSON escaping, for text and data together */
  readonly json?: number
}

interface BudgetOf<One> extends Budget {
  /** JSON characters that one of them takes in `data` */
  readonly inData?: (one: One) => number
}

/** Characters of a result that a reading reserves for additions after its size is fixed. */
export const leftFree = {
  /** below its text: the next call, what the reader may do, who asks to be their human, ignored arguments */
  text: 1_500,
  /** as fields: the same, the allowance, and what differs between readers who share one text */
  data: 2_500,
  /** the part of the text that is added after text and data were measured together */
  last: 1_000,
} as const

/** Characters after JSON escaping that a reading may take, text and data together. */
export const jsonOfReading = reads.result.jsonCharacters - leftFree.text - leftFree.data

/** A line end inside a JSON string. */
const lineEnd = 2

/** Returns how many of these pieces fit, from the front. The first one always does, so that no page is empty. */
export function fitting(
  pieces: Iterable<Markdown>,
  { characters, json = Infinity }: Budget,
  inData: (n: number) => number = () => 0,
): number {
  let count = 0
  let left = characters
  let jsonLeft = json
  for (const piece of pieces) {
    const text = printed(piece)
    left -= text.length + 1
    if (json !== Infinity) jsonLeft -= jsonCharacters(text) + lineEnd + inData(count)
    if (count > 0 && (left < 0 || jsonLeft < 0)) break
    count++
  }
  return count
}

/** Things printed from one end until the budget is full; both lists run from the oldest to the newest. */
export function fittingFrom<One>(
  from: 'newest' | 'oldest',
  things: readonly One[],
  print: (one: One) => Markdown,
  { inData = () => 0, ...budget }: BudgetOf<One>,
): { readonly taken: readonly One[]; readonly printed: readonly Markdown[]; readonly isCut: boolean } {
  const ordered = from === 'newest' ? things.toReversed() : things
  const pieces: Markdown[] = []
  const printing = function* () {
    for (const one of ordered) yield pieces[pieces.push(print(one)) - 1]!
  }
  const count = fitting(printing(), budget, (n) => inData(ordered[n]!))
  const [taken, printed] = [ordered.slice(0, count), pieces.slice(0, count)]
  return {
    taken: from === 'newest' ? taken.toReversed() : taken,
    printed: from === 'newest' ? printed.toReversed() : printed,
    isCut: count < things.length,
  }
}

const opening = /^(~{3,})[a-z]*$/

/** Cuts a text to `most` characters at a line end, and closes a quote that the cut went through. */
function cutText(text: Markdown, most: number): { text: Markdown; cut: boolean } {
  const all = printed(text)
  if (all.length <= most) return { text, cut: false }
  let kept = all.slice(0, most)
  if ((kept.charCodeAt(most - 1) & 0xfc00) === 0xd800) kept = kept.slice(0, -1)
  const lineEnd = kept.lastIndexOf('\n')
  if (lineEnd > most / 2) kept = kept.slice(0, lineEnd)
  let open: string | undefined
  for (const line of kept.split('\n')) {
    if (open === undefined) open = opening.exec(line)?.[1]
    else if (line === open) open = undefined
  }
  const close = open === undefined ? '' : `\n${open}`
  return { text: safe(`${kept}${close}\ntext cut at ${most} of ${all.length} characters`), cut: true }
}

/** Shorter texts are not measured: with their data they stay far below the limit. */
const alwaysFits = 8_000

/** Returns the text of a result, cut when text and data together would exceed the limit. */
export function withinResult(text: Markdown, data: object): { text: Markdown; cut: boolean } {
  if (printed(text).length <= alwaysFits) return { text, cut: false }
  const room = reads.result.jsonCharacters - JSON.stringify(data).length - leftFree.last
  if (jsonCharacters(printed(text)) <= room) return { text, cut: false }
  let most = Math.min(reads.result.cutAt, printed(text).length - 1)
  let shorter = cutText(text, most)
  while (jsonCharacters(printed(shorter.text)) > room && most > 1_000) {
    most = Math.floor(most * 0.7)
    shorter = cutText(text, most)
  }
  return shorter
}
