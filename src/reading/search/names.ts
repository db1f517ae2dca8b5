import { handlesStartingWith, slugsStartingWith, likeHandle } from '../../../sql/reads/search/names.ts'
import type { Sql } from '../../../sql/client.ts'
import type { Caller, Reader } from '../../rules/caller.ts'
import { inputs, reads } from '../../rules/limits.ts'
import { readableIds } from '../../../sql/reads/may_read/readable_ids.ts'
import { participantNamed } from '../../../sql/reads/participant_named.ts'

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

export { namedThere } from '../../../sql/reads/search/names.ts'

/** Returns the handles in these scopes that were probably meant by one that is unknown there. */
export const handlesMeant = (sql: Sql, handle: string, scopes: readonly string[]): Promise<readonly string[]> =>
  likeHandle(sql, { handle, scopes, limit: reads.people.meant, seatsScanned: reads.people.seatsScanned })

/** Those of the scopes that the reader may open, since handles would reveal who sits in a hub that is closed to them. */
export const openScopes = async (sql: Sql, reader: Reader, scopes: readonly string[]): Promise<readonly string[]> => [
  ...(await readableIds(sql, reader, scopes)),
]

/** Whether a participant has this handle or id. */
export const reallyNamed = async (sql: Sql, named: string): Promise<boolean> =>
  (await participantNamed(sql, named)) !== undefined
