import type { Sql } from '../../sql/client.ts'
import { likeHandle } from '../../sql/reads/search/like_handle.ts'
import { namedThere } from '../../sql/reads/search/named_there.ts'
import { participantNamed } from '../../sql/reads/search/participant_named.ts'
import { reads } from '../rules/limits.ts'

/** Returns the handles in these scopes that were probably meant by one that is unknown there. */
export const handlesMeant = (sql: Sql, handle: string, scopes: readonly string[]): Promise<readonly string[]> =>
  likeHandle(sql, { handle, scopes, limit: reads.people.meant, seatsScanned: reads.people.seatsScanned })

/** Returns at most two handles in a thread or its hub that match the first part of a handle. */
export const meantIn = (sql: Sql, thread: string, part: string): Promise<readonly string[]> =>
  namedThere(sql, thread, part)

/** Whether a participant has this handle or id. */
export const reallyNamed = async (sql: Sql, named: string): Promise<boolean> =>
  (await participantNamed(sql, named)) !== undefined
