import { sizes } from '../rules/limits.ts'
import { firstCharacters } from './characters.ts'
import { type Untrusted, words } from './untrusted.ts'

/**
 * A title or display name as it may stand in `data`: one line, at most 200 characters, without control or bidi
 * characters. The one door through which participants' words become a plain string.
 */
export const label = (from: Untrusted): string => firstCharacters(oneLine(words(from)), sizes.label).trimEnd()

/** Zero-width joiners stay: they hold emoji and several scripts together. */
const oneLine = (text: string): string => text.replace(breaks, ' ').replace(unsafe, '').replace(/ {2,}/g, ' ').trim()

const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
const unsafe = /[\p{Cc}\p{Bidi_Control}\u200b\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu
