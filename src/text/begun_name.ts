import { reads } from '../rules/limits.ts'
import { type Untrusted, words } from './untrusted.ts'
import { isWellFormed } from './well_formed.ts'

/** What a name or handle begins with that somebody typed, in lower case; undefined where it is no name. */
export function begunName(typed: Untrusted): string | undefined {
  const begins = words(typed).normalize('NFC').trim().replace(/^@/, '').toLowerCase()
  const name = begins !== '' && !begins.includes(':') && begins.length <= reads.people.begins && isWellFormed(begins)
  return name ? begins : undefined
}
