import { busy, type Refusal } from '../errors.ts'
import { retrySeconds } from '../limits.ts'

/**
 * The refusal for when more is asked than can be done: where web is behind (`tools/call/behind.ts`), or the actors are
 * (`actors/runtime/front/admission.ts`). It says how long to wait, between the least and the most of `retrySeconds.busy`.
 */
export const busyFor = (
  seconds: number,
  reason: Parameters<typeof busy>[0],
  message: string,
  cause?: unknown,
  details: Refusal['details'] = {},
): Refusal => {
  const { least, most } = retrySeconds.busy
  const wait = Number.isNaN(seconds) ? least : Math.round(seconds)
  return busy(reason, message, { ...details, retry_after_seconds: Math.min(most, Math.max(least, wait)) }, cause)
}
