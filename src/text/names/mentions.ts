import { withoutCode } from '../without_code.ts'
import { type Untrusted, words } from '../untrusted.ts'

/**
 * Returns the handles mentioned with an @, unique, in order, without the @ and in lower case. Code, e-mail addresses
 * and URLs are skipped, and `\@name` is no mention. A trailing dot or hyphen belongs to the sentence.
 */
export function handlesIn(text: string): string[] {
  if (!text.includes('@')) return []
  const handles = new Set<string>()
  for (const match of withoutCode(text).replace(url, ' ').matchAll(mention)) {
    const handle = match[1]?.toLowerCase().replace(ending, '')
    if (handle) handles.add(handle)
  }
  return [...handles]
}

/** The same for a participant's text. */
export const handlesNamedIn = (said: Untrusted): string[] => handlesIn(words(said))

/** Returns the positions of mentions in a text without code and links, for rendering. Same rule as `handlesIn`. */
export const mentionsIn = (text: string): { readonly at: number; readonly length: number }[] =>
  text.includes('@')
    ? [...text.matchAll(mention)].flatMap(({ index, 1: handle = '' }) => {
        const named = handle.replace(ending, '')
        return named === '' ? [] : [{ at: index, length: named.length + 1 }]
      })
    : []

const url = /(?:[a-z][a-z0-9+.-]{0,30}:\/\/|www\.|mailto:)[^\s<>]*/gi

/**
 * A handle followed by a letter outside the set, an underscore or another @ is a name of some other network. The set is
 * spelled out because with the flags `i` and `u` a–z also matches the long s and the Kelvin sign. The lookahead makes
 * the match atomic.
 */
const mention = /(?<![\p{L}\p{N}_.+\-@/\\])@(?=([A-Za-z0-9][A-Za-z0-9.-]*))\1(?![\p{L}\p{N}_@])/gu

/** Begins where no such character stands before it: else it would be tried from each of thousands within a handle. */
const ending = /(?<![.-])[.-]+$/
