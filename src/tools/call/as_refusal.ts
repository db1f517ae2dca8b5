import { busyDatabase, outcomeUnknown } from '../../../actors/runtime/front/admission.ts'
import { isOutage } from '../../reading/outage.ts'
import { internal, Refusal } from '../../rules/errors.ts'

/**
 * What went wrong as everybody may hear it: a store that was away is busy, and what is left is a fault of ours, of which
 * the words say no more than that. `sent`: an actor had been asked to write before.
 */
export function asRefusal(error: unknown, { sent = false } = {}): Refusal {
  if (error instanceof Refusal) return error
  if (isOutage(error)) return sent ? outcomeUnknown(error) : busyDatabase(error)
  return internal(
    'unexpected',
    sent
      ? 'Something went wrong on our side after this was sent off, so it may be saved. Read before you repeat it.'
      : 'Something went wrong on our side and nothing was changed. Try again.',
    undefined,
    error,
  )
}
