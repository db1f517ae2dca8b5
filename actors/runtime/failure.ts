import { isOutage } from '../../sql/outage.ts'
import { shardLost } from '../../sql/runtime/fence.ts'
import { CommitUnknown, isServerError } from '../../sql/runtime/writer.ts'

/**
 * Why a batch failed: another host owns a shard; the connection ended and took the answer along; the database is not
 * well; it lost a race that the next try wins; or there is something wrong with the batch itself.
 */
export type Why = 'lost' | 'unknown' | 'outage' | 'race' | 'own'

export function why(error: unknown): Why {
  if (error instanceof CommitUnknown) return 'unknown'
  if (isOutage(error)) return 'outage'
  if (!isServerError(error)) return 'own'
  if (error.code === shardLost) return 'lost'
  return error.code.startsWith('40') ? 'race' : 'own'
}

/** Another host gave away a name in the same moment: whoever looks again finds the next one. */
export const isTaken = (error: unknown): boolean => isServerError(error) && error.code === '23505'
