import { characters } from './characters.ts'
import { type Untrusted, words } from './untrusted.ts'

/** How long somebody's words are, in code points. */
export const extent = (text: Untrusted): number => characters(words(text))

/** Nothing to read. */
export const isBlank = (text: Untrusted): boolean => words(text).trim() === ''
