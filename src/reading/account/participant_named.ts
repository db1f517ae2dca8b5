import { participantNamed } from '../../../sql/reads/participant_named.ts'
import type { Sql } from '../../../sql/client.ts'
import { unreadable } from '../../rules/errors.ts'

/** Finds a participant by id, `@handle` or bare handle, current or earlier. Throws not_found. */
export async function participantByName(
  sql: Sql,
  named: string,
): Promise<{ readonly id: string; readonly handle: string }> {
  const found = await participantNamed(sql, named)
  if (!found || found.deleted) throw unreadable('person or agent')
  return found
}
