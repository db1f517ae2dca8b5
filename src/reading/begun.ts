import { handlesBegun, slugsBegun } from '../../sql/reads/begun.ts'
import type { Sql } from '../../sql/client.ts'
import type { Caller } from '../rules/caller.ts'
import { inputs, reads } from '../rules/limits.ts'

/** What can be named by a word that somebody began to type. */
export type Nameable = 'hub' | 'handle'

/** How it goes on, among what the caller has a seat with. A sub-agent's key ends at its threads and pads: it has none. */
export async function begunNames(sql: Sql, caller: Caller, what: Nameable, begun: string): Promise<readonly string[]> {
  if (caller.limited_to) return []
  if (what === 'hub') return slugsBegun(sql, caller.id, begun, inputs.completions)
  const handles = await handlesBegun(sql, caller.id, {
    begun: begun.replace(/^@/, ''),
    limit: inputs.completions,
    looked: reads.people.looked,
  })
  return handles.map((handle) => `@${handle}`)
}
