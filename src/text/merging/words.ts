/**
 * Units of a merge: a word, a run of spaces, a line end, or one other character with its combining marks. In scripts
 * without spaces each character is a unit, so that two authors can edit the same sentence.
 */
const piece =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]\p{M}*|[\p{L}\p{M}\p{N}_]+|\n|[^\S\n]+|[^]\p{M}*/gu

const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|[\p{L}\p{M}\p{N}_]+(?:['’\-.][\p{L}\p{M}\p{N}_]+)*/gu

/** Invariant: joining the pieces gives the text. */
export const piecesOf = (text: string): string[] => text.match(piece) ?? []

/** Whether a piece is a run of spaces within a line. Asked of each piece of a pad, again and again: mostly the first sign tells. */
export function isSpace(piece: string): boolean {
  const first = piece.charCodeAt(0)
  return (first <= 0x20 || first >= 0x80) && /^[^\S\n]+$/.test(piece)
}

/** Whether two texts without a separator between them would make one word of two. */
export const growTogether = (before = '', after = ''): boolean =>
  /[\p{L}\p{M}\p{N}_]$/u.test(before) && /^[\p{L}\p{M}\p{N}_]/u.test(after)

/** Counts words as a reader does: Markdown marks, rules and fences are not words. */
export const countWords = (text: string): number => text.match(word)?.length ?? 0
