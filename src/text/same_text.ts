import { createHash } from 'node:crypto'
import { pace } from '../rules/limits.ts'
import { characters } from './characters.ts'
import { withoutInvisible } from './invisible.ts'

/** What stays of a text when case, spacing, width and what nobody sees are taken away. */
export const normalForm = (text: string): string =>
  (plain.test(text) ? text : withoutInvisible(text.normalize('NFKC'))).toLowerCase().replace(/\s+/g, ' ').trim()

/** Most posts: nothing to fold or to take out. */
const plain = /^[\t\n\r -~]*$/

/** Equal for texts that read the same; nothing for short ones, which may repeat. */
export function sameTextKey(text: string): string | undefined {
  const normal = normalForm(text)
  if (characters(normal) < pace.sameTextCharacters) return undefined
  return createHash('sha256').update(normal).digest('base64url').slice(0, 22)
}
