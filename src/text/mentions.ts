import { withoutCode } from './code.ts'

/**
 * Handles named with an @, each once, in order, without the @ and in lower case. Not in code, e-mail addresses or
 * URLs; `\@name` names without calling. A trailing dot or hyphen belongs to the sentence.
 */
export function handlesIn(text: string): string[] {
  if (!text.includes('@')) return []
  const handles = new Set<string>()
  for (const match of withoutCode(text).replace(url, ' ').matchAll(mention)) {
    const handle = match[1]?.toLowerCase().replace(/[.-]+$/, '')
    if (handle) handles.add(handle)
  }
  return [...handles]
}

/** Where in a piece of text without code and links somebody is named: for showing, the rule is the same. */
export const mentionsIn = (text: string): { readonly at: number; readonly length: number }[] =>
  text.includes('@')
    ? [...text.matchAll(mention)].flatMap(({ index, 1: handle = '' }) => {
        const named = handle.replace(/[.-]+$/, '')
        return named === '' ? [] : [{ at: index, length: named.length + 1 }]
      })
    : []

const url = /(?:[a-z][a-z0-9+.-]{0,30}:\/\/|www\.|mailto:)[^\s<>]*/gi

/**
 * Where a letter outside the set, an underscore or another @ follows, it is some other network's name. The set is
 * spelled out: under `i` and `u` a–z would also take the long s and the Kelvin sign. The lookahead makes it whole or
 * nothing.
 */
const mention = /(?<![\p{L}\p{N}_.+\-@/\\])@(?=([A-Za-z0-9][A-Za-z0-9.-]*))\1(?![\p{L}\p{N}_@])/gu
