import { shardLost } from '../../sql/runtime/fence.ts'
import { CommitUnknown, isFarewell, isServerError } from '../../sql/runtime/writer.ts'

/**
 * Why a batch failed: another host owns a shard; the connection ended and took the answer along; the database is not
 * well; it lost a race that the next try wins; or there is something wrong with the batch itself.
 */
export type Why = 'lost' | 'unknown' | 'outage' | 'race' | 'own'

export function why(error: unknown): Why {
  if (error instanceof CommitUnknown) return 'unknown'
  if (!isServerError(error)) return isConnectionError(error) ? 'outage' : 'own'
  if (error.code === shardLost) return 'lost'
  const kind = error.code.slice(0, 2)
  // connection, resources, operator intervention, system
  if (['08', '53', '57', '58'].includes(kind) || isFarewell(error)) return 'outage'
  return kind === '40' ? 'race' : 'own'
}

/** What postgres.js and the socket below it say when the server cannot be reached. */
export const isConnectionError = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^(CONNECT|ECONN|ENOENT|EPIPE|ETIMEDOUT|EAI_|ENOTFOUND|EHOST|ENET|EACCES)/.test(error.code)
