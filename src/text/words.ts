/**
 * The pieces a merge works with: a word, a run of spaces, a line end, one other character with its marks. Scripts that
 * write without spaces count by character, or two people could never edit one sentence.
 */
const piece =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]\p{M}*|[\p{L}\p{M}\p{N}_]+|\n|[^\S\n]+|[^]\p{M}*/gu

const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|[\p{L}\p{M}\p{N}_]+(?:['’\-.][\p{L}\p{M}\p{N}_]+)*/gu

/** Joined again they are the text. */
export const piecesOf = (text: string): string[] => text.match(piece) ?? []

/** How many words somebody reads: marks, rules and fences are none. */
export const countWords = (text: string): number => text.match(word)?.length ?? 0
