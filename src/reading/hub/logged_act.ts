import { actNamed, hubOfBatch, type LoggedAct } from '../../../sql/reads/hub/logged_act.ts'
import type { Sql } from '../../../sql/client.ts'
import { orUnreadable } from '../../rules/errors.ts'

export type { LoggedAct }

/** Returns a line of a hub's log, which names the actor to ask to take it back. Throws not_found. */
export const loggedAct = (sql: Sql, id: string): Promise<LoggedAct> => orUnreadable('log entry', actNamed(sql, id))

/** Returns the hub where a batch of undoing was made. Throws not_found. */
export const hubWithBatch = (sql: Sql, batch: string): Promise<string> =>
  orUnreadable('log entry', hubOfBatch(sql, batch))
