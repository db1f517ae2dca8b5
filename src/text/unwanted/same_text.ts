import { hash } from 'node:crypto'
import { pace } from '../../rules/limits.ts'
import { characters } from '../characters.ts'
import { withoutInvisible } from '../invisible.ts'

/** Normalises so that lookalikes compare equal: NFKC, lower case, invisible characters and repeated spaces removed. */
export const normalForm = (text: string): string =>
  (plain.test(text) ? text : withoutInvisible(text.normalize('NFKC'))).toLowerCase().replace(spaces, ' ').trim()

/** printable ASCII, as most posts are: skips NFKC and the removal of invisible characters */
const plain = /^[\t\n\r -~]*$/

/** Without lone plain spaces, which would each be replaced by themselves: that costs five times as much, measured. */
const spaces = /\s{2,}|[^\S ]/g

/** Deduplication key: equal for texts that look alike; undefined for short texts, which may repeat. */
export function sameTextKey(text: string): string | undefined {
  const normal = normalForm(text)
  if (characters(normal) < pace.sameTextCharacters) return undefined
  return hash('sha256', normal, 'base64url').slice(0, 22)
}
