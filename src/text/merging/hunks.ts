import { diffArrays } from 'diff'
import { isSpace, piecesOf } from './words.ts'

/** A range of the base, [from, to), and what one side replaced it by. */
export interface Hunk {
  readonly from: number
  readonly to: number
  readonly pieces: readonly string[]
}

/** Limits of the diff. Above them it gets coarser: the hunks are longer, and more of them conflict. */
const mostWordEdits = 200
const mostLineEdits = 200

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

/** Words are matched, not the spaces between them: as many spaces stand in any text, so they would match unlike words. */
function compared(base: readonly string[], side: readonly string[], maxEditLength: number): Hunk[] | undefined {
  const [inBase, inSide] = [placesOfWords(base), placesOfWords(side)]
  const textAt = (pieces: readonly string[], places: readonly number[]): string[] =>
    places.map((place) => pieces[place] as string)
  const parts = diffArrays(textAt(base, inBase), textAt(side, inSide), { maxEditLength })
  if (!parts) return undefined
  const hunks: Hunk[] = []
  let [from, start] = [0, 0]
  const differ = (to: number, end: number): void => {
    while (from < to && start < end && base[from] === side[start]) [from, start] = [from + 1, start + 1]
    while (from < to && start < end && base[to - 1] === side[end - 1]) [to, end] = [to - 1, end - 1]
    if (from < to || start < end) hunks.push({ from, to, pieces: side.slice(start, end) })
  }
  let [i, j] = [0, 0]
  for (const { added, removed, value } of parts) {
    if (added) j += value.length
    else if (removed) i += value.length
    else {
      for (let n = 0; n < value.length; n++) {
        const [to, end] = [inBase[i++] as number, inSide[j++] as number]
        differ(to, end)
        ;[from, start] = [to + 1, end + 1]
      }
    }
  }
  differ(base.length, side.length)
  return hunks
}

function placesOfWords(pieces: readonly string[]): number[] {
  const places: number[] = []
  for (let place = 0; place < pieces.length; place++) if (!isSpace(pieces[place] as string)) places.push(place)
  return places
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
