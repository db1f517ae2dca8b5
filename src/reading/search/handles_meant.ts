import type { Sql } from '../../../sql/client.ts'
import { readableIds } from '../../../sql/reads/may_read/readable_ids.ts'
import { likeHandle } from '../../../sql/reads/search/names.ts'
import { reads } from '../../rules/limits.ts'
import type { Reader } from '../../rules/caller.ts'
import { participantNamed } from '../../../sql/reads/participant_named.ts'

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
