import { type Untrusted, words } from './untrusted.ts'

/** Length of a text for every limit: Unicode code points, as JSON Schema counts. */
export function characters(of: string | Untrusted): number {
  const text = words(of as Untrusted)
  let pairs = 0
  for (let at = 0; at < text.length - 1; at++) {
    if (isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1))) {
      pairs++
      at++
    }
  }
  return text.length - pairs
}

/** Returns the first `count` code points; never splits a surrogate pair. */
export function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text
  let at = 0
  for (let taken = 0; taken < count && at < text.length; taken++) at += widthAt(text, at)
  return text.slice(0, at)
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
const widthAt = (text: string, at: number): number =>
  isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1)) ? 2 : 1
