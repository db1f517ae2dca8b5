import { type Hunk, hunksOf } from './hunks.ts'
import { saidOnce } from './said_once.ts'
import { saysTwice } from './says_twice.ts'
import { growTogether, piecesOf } from './words.ts'

/**
 * Applies the changes of both sides to one text; undefined when they changed the same words, when both together would
 * say twice what each says once, or when a word of one side may be the other side's or stand there by chance.
 */
export function mergeWords(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || theirs === base) return mine
  if (mine === base) return theirs
  const pieces = piecesOf(base)
  const changes = saidOnce(pieces, hunksOf(pieces, piecesOf(mine)), hunksOf(pieces, piecesOf(theirs)))
  if (!changes) return undefined
  const { ours, others } = changes
  const merged: string[] = []
  let [at, i, j] = [0, 0, 0]
  while (i < ours.length || j < others.length) {
    const [a, b] = [ours[i], others[j]]
    if (a && b && overlap(a, b)) return undefined
    // when both insert at the same place, the text that was saved first comes first
    const next = !a || (b && b.to <= a.from) ? (b as Hunk) : a
    if (next === a) i++
    else j++
    merged.push(pieces.slice(at, next.from).join(''), next.pieces.join(''))
    at = next.to
  }
  merged.push(pieces.slice(at).join(''))
  const text = merged.join('')
  return saysTwice(base, mine, theirs, text) ? undefined : text
}

function overlap(a: Hunk, b: Hunk): boolean {
  if (a.from === a.to && b.from === b.to) return a.from === b.from && growTogether(b.pieces.at(-1), a.pieces[0])
  return a.from < b.to && b.from < a.to
}
