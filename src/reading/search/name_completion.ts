import { handlesStartingWith, slugsStartingWith } from '../../../sql/reads/search/names.ts'
import type { Sql } from '../../../sql/client.ts'
import type { Caller } from '../../rules/caller.ts'
import { inputs, reads } from '../../rules/limits.ts'

/** Kinds of names that can be completed from their beginning. */
export type Nameable = 'hub' | 'handle'

/** Completes the name of a hub of the caller or of a participant there. A sub-agent gets no completions. */
export async function namesStartingWith(
  sql: Sql,
  caller: Caller,
  what: Nameable,
  begun: string,
): Promise<readonly string[]> {
  if (caller.limited_to) return []
  if (what === 'hub') return slugsStartingWith(sql, caller.id, begun, inputs.completions)
  const handles = await handlesStartingWith(sql, caller.id, {
    begun: begun.replace(/^@/, ''),
    limit: inputs.completions,
    seatsScanned: reads.people.seatsScanned,
  })
  return handles.map((handle) => `@${handle}`)
}
