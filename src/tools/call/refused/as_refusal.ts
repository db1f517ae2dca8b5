import { busyDatabase, outcomeUnknown } from '../../../../actors/runtime/front/admission.ts'
import { isOutage } from '../../../reading/outage.ts'
import { internal, Refusal, unexpected } from '../../../rules/errors.ts'
import { outcomeNotKnown } from '../../../rules/refusals/outcome_not_known.ts'
import type { ToolParts } from '../../tool_parts.ts'

/**
 * Turns any error into a refusal for the caller: `busy` when a store is unavailable, else `internal`, whose message
 * gives no detail. `sent`: a write had already been sent to an actor, so its outcome is unknown.
 */
export function asRefusal(error: unknown, { sent = false } = {}): Refusal {
  if (error instanceof Refusal) return error
  if (isOutage(error)) return sent ? outcomeUnknown(error) : busyDatabase(error)
  if (!sent) return unexpected(error)
  return internal(
    'unexpected',
    'Something went wrong on our side after this was sent off, so it may be saved. Read before you repeat it.',
    outcomeNotKnown,
    error,
  )
}

/** Turns an error into a refusal. Details of an unexpected error go to the log and never to the caller. */
export function asLoggedRefusal(
  parts: Pick<ToolParts, 'log'>,
  error: unknown,
  after?: { readonly sent: boolean },
): Refusal {
  const refusal = asRefusal(error, after)
  if (refusal !== error) {
    if (refusal.code === 'busy') parts.log.warn({ err: error }, 'a call found a store away')
    else parts.log.error({ err: error }, 'a call failed unexpectedly')
  }
  return refusal
}
