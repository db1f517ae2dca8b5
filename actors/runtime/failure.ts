import { isOutage } from '../../sql/outage.ts'
import { shardLost } from '../../sql/runtime/fence.ts'
import { CommitUnknown, isServerError } from '../../sql/runtime/writer.ts'

/**
 * Why a batch failed. `lost`: another host owns a shard. `unknown`: the connection ended before COMMIT was answered.
 * `outage`: the database is unavailable. `race`: a conflict with another transaction (SQLSTATE class 40), which a retry
 * can win. `own`: an error of the batch itself.
 */
type FailureKind = 'lost' | 'unknown' | 'outage' | 'race' | 'own'

export function failureOf(error: unknown): FailureKind {
  if (error instanceof CommitUnknown) return 'unknown'
  if (isOutage(error)) return 'outage'
  if (!isServerError(error)) return 'own'
  if (error.code === shardLost) return 'lost'
  return error.code.startsWith('40') ? 'race' : 'own'
}

/** A unique violation: another host took a name in the same moment. A retry finds the next free one. */
export const isUniqueViolation = (error: unknown): boolean => isServerError(error) && error.code === '23505'
