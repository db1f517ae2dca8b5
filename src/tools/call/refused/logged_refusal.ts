import type { Refusal } from '../../../rules/errors.ts'
import type { ToolParts } from '../../tool_parts.ts'
import { asRefusal } from './as_refusal.ts'

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
