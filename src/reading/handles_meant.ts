import type { Sql } from '../../sql/client.ts'
import { likeHandle } from '../../sql/reads/search/like_handle.ts'
import { reads } from '../rules/limits.ts'

/** Whom somebody may have meant by a handle that nobody in a hub and its thread goes by. */
export const handlesMeant = (sql: Sql, handle: string, scopes: readonly string[]): Promise<readonly string[]> =>
  likeHandle(sql, { handle, scopes, limit: reads.people.meant, looked: reads.people.looked })
