import { inputs } from '../../rules/limits.ts'
import { isFields } from '../../tools/input/sent_fields.ts'

export const isId = (value: unknown): value is string | number =>
  typeof value === 'string' || Number.isSafeInteger(value)

/** The id of a request; undefined where the message is none. */
export const idOf = (message: unknown): string | number | undefined =>
  isFields(message) && isId(message['id']) ? message['id'] : undefined

/**
 * The id of the request that its client gives up. Up to 2025-11-25 it says so and stays connected, so that the call would
 * keep its place among the four waits of its caller; since then it leaves. Of two clients with one key, one may end a wait
 * of the other by the same id: that one is told that nothing is new, and asks again.
 */
export function givenUp(message: unknown): string | number | undefined {
  if (!isFields(message) || message['method'] !== 'notifications/cancelled') return undefined
  const { params } = message
  const id = isFields(params) ? params['requestId'] : undefined
  return isId(id) && String(id).length <= inputs.requestId ? id : undefined
}
