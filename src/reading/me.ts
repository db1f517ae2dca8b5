import type { Sql } from '../../sql/client.ts'
import { nameOfParticipant } from '../../sql/reads/me.ts'
import type { Me } from '../render/asked.ts'
import type { Caller } from '../rules/caller.ts'
import { countWaits } from './waits.ts'

/** What the bar of a page says of whoever looks. */
export async function readMe(sql: Sql, caller: Caller, publicOn: boolean): Promise<Me> {
  const { id, kind, handle } = caller
  const [name, waits] = await Promise.all([nameOfParticipant(sql, id), countWaits(sql, caller, publicOn)])
  return { id, kind, name, handle, waits }
}
