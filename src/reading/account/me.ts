import type { Sql } from '../../../sql/client.ts'
import { nameAndWaits, nameOf } from '../../../sql/reads/account/me.ts'
import type { Me } from '../../render/page_arguments.ts'
import type { Caller, Reader } from '../../rules/caller.ts'

/** Returns what the bar of a page shows about its reader. */
export async function readMe(sql: Sql, caller: Caller, reader: Reader): Promise<Me> {
  const { id, kind, handle } = caller
  const { name, waits } = await nameAndWaits(sql, id, reader)
  return { id, kind, name, handle, waits }
}

/** The same with a count of waits that was read already, so that a page and its bar show one number. */
export async function readMeWith(sql: Sql, { id, kind, handle }: Caller, counted: Promise<number>): Promise<Me> {
  const [name, waits] = await Promise.all([nameOf(sql, id), counted])
  return { id, kind, name, handle, waits }
}
