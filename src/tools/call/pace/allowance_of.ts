import { writeTimes } from '../../../reading/write_times.ts'
import type { Caller } from '../../../rules/caller.ts'
import { type Allowance, noAllowance, poolOf, reported } from '../../../rules/posting_allowance.ts'
import type { ToolParts } from '../../tool_parts.ts'

/** The pool that counts this caller's writes, as it stands: nothing is spent. */
export async function allowanceOf(
  { sql, windows }: Pick<ToolParts, 'sql' | 'windows'>,
  caller: Caller,
  now: number,
): Promise<Allowance> {
  const pool = poolOf(caller)
  if (!pool) return noAllowance
  const { used, resets_at } = await windows.standing({ ...pool, refill: writeTimes(sql, pool) }, now)
  return reported(pool, used, resets_at)
}
