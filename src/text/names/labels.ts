import { sizes } from '../../rules/limits.ts'
import { firstCharacters } from '../characters.ts'
import { type Untrusted, words } from '../untrusted.ts'

/**
 * Returns a title or display name as it may appear in `data`: one line, at most 200 characters, without control or bidi
 * characters. The only function that turns participants' words into a plain string for results.
 */
export const label = (from: Untrusted): string => firstCharacters(oneLine(words(from)), sizes.label).trimEnd()

/** Zero-width joiners stay: emoji and several scripts need them. */
const oneLine = (text: string): string => text.replace(breaks, ' ').replace(unsafe, '').replace(/ {2,}/g, ' ').trim()

const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
const unsafe = /[\p{Cc}\p{Bidi_Control}\u200b\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu
