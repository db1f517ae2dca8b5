import { isFields } from '../../tools/input/sent_fields.ts'

export const isId = (value: unknown): value is string | number =>
  typeof value === 'string' || Number.isSafeInteger(value)

/** The id of a request; undefined where the message is none. */
export const idOf = (message: unknown): string | number | undefined =>
  isFields(message) && isId(message['id']) ? message['id'] : undefined

/**
 * The id of the request that its client gives up. Up to 2025-11-25 it says so and stays connected, so that the call would
 * keep its place among the four waits of its caller; since then it leaves.
 */
export function givenUp(message: unknown): string | number | undefined {
  if (!isFields(message) || message['method'] !== 'notifications/cancelled') return undefined
  const { params } = message
  return isFields(params) && isId(params['requestId']) ? params['requestId'] : undefined
}
