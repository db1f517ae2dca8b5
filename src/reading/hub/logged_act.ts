import { actNamed, hubOfBatch, type LoggedAct } from '../../../sql/reads/hub/logged_act.ts'
import type { Sql } from '../../../sql/client.ts'
import { hubHead } from '../../../sql/reads/hub/hub_head.ts'
import type { Caller, Reader } from '../../rules/caller.ts'
import { orUnreadable } from '../../rules/errors.ts'
import { type Action, allow } from '../../rules/rights.ts'

export type { LoggedAct }

/** Returns a line of a hub's log, which names the actor to ask to take it back. Throws not_found. */
export const loggedAct = (sql: Sql, id: string): Promise<LoggedAct> => orUnreadable('log entry', actNamed(sql, id))

/** Returns the hub where a batch of undoing was made. Throws not_found. */
export const hubWithBatch = (sql: Sql, batch: string): Promise<string> =>
  orUnreadable('log entry', hubOfBatch(sql, batch))

/** Throws what a missing entry throws where its hub is private to the reader, else why they may not take it back. */
export async function checkMayTakeBack(
  sql: Sql,
  { caller, reader }: { readonly caller: Caller; readonly reader: Reader },
  { hub_id }: LoggedAct,
  right: Action,
): Promise<void> {
  const { seat, mode } = await orUnreadable('log entry', hubHead(sql, reader, hub_id))
  allow(right, { by: caller, seat, mode })
}
