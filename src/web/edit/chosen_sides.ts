import { joinBlocks, splitBlocks } from '../../text/blocks.ts'

/** The position of the chosen side of a clash in a text. An empty side is found by its neighbours. */
interface Place {
  readonly stands: readonly string[]
  readonly at: number
  readonly before?: string | undefined
  readonly after?: string | undefined
}

/**
 * Returns a function that replaces the side of clash `n` in a text by another side. Where that side was edited by hand it
 * is not found, and the text stays.
 */
export function chosenSides(
  drawn: string,
  boths: readonly string[],
): (text: string, n: number, side: string) => string {
  const blocks = splitBlocks(drawn)
  const places: Place[] = []
  for (const both of boths) {
    const stands = splitBlocks(both)
    const from = (places.at(-1)?.at ?? -1) + 1
    // clashes come in the order of the text, and two may have the same words
    const after = blocks.indexOf(stands[0] ?? '', from)
    places.push({ stands, at: after < 0 ? 0 : after })
  }
  return (text, n, side) => {
    const texts = splitBlocks(text)
    const place = places[n]
    const at = place && nearest(texts, place)
    if (!place || at === undefined) return text
    const { length } = place.stands
    const stands = splitBlocks(side)
    const [before, after] = [texts[at - 1], texts[at + length]]
    for (const [other, one] of places.entries()) {
      if (other !== n && one.at > place.at) places[other] = { ...one, at: one.at + stands.length - length }
    }
    places[n] = { stands, at, before, after }
    texts.splice(at, length, ...stands)
    return joinBlocks(texts)
  }
}

function nearest(texts: readonly string[], { stands, at, before, after }: Place): number | undefined {
  const isThere = (from: number): boolean =>
    stands.length > 0
      ? stands.every((one, n) => texts[from + n] === one)
      : texts[from - 1] === before || texts[from] === after
  const all = [...texts, ''].map((_, from) => from).filter(isThere)
  const [first] = all.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))
  return first ?? (stands.length > 0 ? undefined : Math.min(at, texts.length))
}
