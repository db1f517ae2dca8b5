import { diffArrays } from 'diff'
import { type Hunk, hunksOf } from './hunks.ts'
import { growTogether, piecesOf } from './words.ts'

/**
 * Merges a text so that conflicting changes keep the words of both sides. A stretch that one side changed is merged as
 * usual; where both did, the words of both are interleaved in order. The author reviews the result before saving.
 */
export function bothWords(base: string, mine: string, theirs: string): string {
  if (mine === theirs || theirs === base) return mine
  if (mine === base) return theirs
  const pieces = piecesOf(base)
  const [ours, others] = [hunksOf(pieces, piecesOf(mine)), hunksOf(pieces, piecesOf(theirs))]
  const [mineWithin, theirsWithin] = [inOrder(pieces, ours), inOrder(pieces, others)]
  const text: string[] = []
  let at = 0
  for (const { from, to } of stretches([...ours, ...others])) {
    text.push(pieces.slice(at, from).join(''))
    const [a, b] = [mineWithin(from, to), theirsWithin(from, to)]
    const was = pieces.slice(from, to).join('')
    if (a.join('') === was) text.push(b.join(''))
    else if (b.join('') === was) text.push(a.join(''))
    else text.push(union(b, a).join(''))
    at = to
  }
  text.push(pieces.slice(at).join(''))
  return text.join('')
}

/** Joins overlapping or adjacent changes of both sides into one range of the base. */
function stretches(hunks: readonly Hunk[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  for (const { from, to } of hunks.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = found.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else found.push({ from, to })
  }
  return found
}

/** What one side made of ranges of the base, asked for one after the other; each change lies within one of them. */
function inOrder(base: readonly string[], hunks: readonly Hunk[]): (from: number, to: number) => string[] {
  let next = 0
  return (from, to) => {
    const made: string[][] = []
    let at = from
    for (let hunk = hunks[next]; hunk && hunk.to <= to; hunk = hunks[++next]) {
      made.push(base.slice(at, hunk.from), [...hunk.pieces])
      at = hunk.to
    }
    return [...made.flat(), ...base.slice(at, to)]
  }
}

/** edit-distance limit of the diff; above it the two texts are concatenated */
const mostSteps = 400

function union(first: readonly string[], second: readonly string[]): string[] {
  const parts = diffArrays([...first], [...second], { maxEditLength: mostSteps })
  if (!parts) return [...first, ' ', ...second]
  const pieces: string[] = []
  for (const { value } of parts) {
    // without a space two adjacent words would become one
    if (growTogether(pieces.at(-1), value[0])) pieces.push(' ')
    pieces.push(...value)
  }
  return pieces
}
