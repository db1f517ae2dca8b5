import { reads } from '../../rules/limits.ts'
import { type Untrusted, words } from '../untrusted.ts'
import { isWellFormed } from '../well_formed.ts'

/** Normalises a typed prefix of a name or handle (NFC, lower case, no leading @); undefined when it cannot be one. */
export function namePrefix(typed: Untrusted): string | undefined {
  const begins = words(typed).normalize('NFC').trim().replace(/^@/, '').toLowerCase()
  const name = begins !== '' && !begins.includes(':') && begins.length <= reads.people.begins && isWellFormed(begins)
  return name ? begins : undefined
}
