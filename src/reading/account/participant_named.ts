import { participantNamed } from '../../../sql/reads/participant_named.ts'
import { peopleBeside } from '../../../sql/reads/search/names.ts'
import type { Sql } from '../../../sql/client.ts'
import { unreadable } from '../../rules/errors.ts'
import { reads } from '../../rules/limits.ts'
import { namePrefix } from '../../text/names/name_prefix.ts'
import { untrusted } from '../../text/untrusted.ts'

/** Finds a participant by id, `@handle` or bare handle, current or earlier. Throws not_found. */
export async function participantByName(
  sql: Sql,
  named: string,
): Promise<{ readonly id: string; readonly handle: string }> {
  const found = await participantNamed(sql, named)
  if (!found || found.deleted) throw unreadable('person or agent')
  return found
}

/** Finds a participant as `participantByName` does. The refusal names those whom the caller shares a hub with and may mean. */
export async function participantMeant(
  sql: Sql,
  caller: string,
  named: string,
): Promise<{ readonly id: string; readonly handle: string }> {
  const found = await participantNamed(sql, named)
  if (found && !found.deleted) return found
  const refusal = unreadable('person or agent')
  const begins = namePrefix(untrusted(named))
  if (found || begins === undefined) throw refusal
  const { meant: limit, seatsScanned } = reads.people
  const beside = await peopleBeside(sql, caller, { begins, limit, seatsScanned })
  const handles = beside.flatMap(({ handle }) => (handle ? [handle] : []))
  if (handles.length === 0) throw refusal
  const words = handles.map((one) => `@${one}`).join(' or ')
  throw refusal.with({ message: `${refusal.message} Did you mean ${words}?`, details: { meant: handles } })
}
