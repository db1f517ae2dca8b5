import type { Sql } from '../../sql/client.ts'
import { nameAndWaits } from '../../sql/reads/me.ts'
import type { Me } from '../render/asked.ts'
import type { Caller } from '../rules/caller.ts'
import { readerFor } from './reader.ts'

/** What the bar of a page says of whoever looks. */
export async function readMe(sql: Sql, caller: Caller, publicOn: boolean): Promise<Me> {
  const { id, kind, handle } = caller
  const { name, waits } = await nameAndWaits(sql, id, readerFor(caller, publicOn))
  return { id, kind, name, handle, waits }
}
