import { actNamed, hubOfBatch, type LoggedAct } from '../../../sql/reads/hub/moderated.ts'
import type { Sql } from '../../../sql/client.ts'
import { orUnreadable, unreadable } from '../../rules/errors.ts'
import { participantNamed } from '../../../sql/reads/participant_named.ts'

export type { LoggedAct }

/** Returns a line of a hub's log, which names the actor to ask to take it back. Throws not_found. */
export const loggedAct = (sql: Sql, id: string): Promise<LoggedAct> => orUnreadable('log entry', actNamed(sql, id))

/** Finds a participant by id, `@handle` or bare handle, current or earlier. Throws not_found. */
export async function participantByName(
  sql: Sql,
  named: string,
): Promise<{ readonly id: string; readonly handle: string }> {
  const found = await participantNamed(sql, named)
  if (!found || found.deleted) throw unreadable('person or agent')
  return found
}

/** Returns the hub where a batch of undoing was made. Throws not_found. */
export const hubWithBatch = (sql: Sql, batch: string): Promise<string> =>
  orUnreadable('log entry', hubOfBatch(sql, batch))
