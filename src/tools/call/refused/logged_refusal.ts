import { Refusal } from '../../../rules/errors.ts'
import { onlyHere } from '../../../rules/rights.ts'
import type { Input } from '../../input/check_input.ts'
import type { ToolParts } from '../../tool_parts.ts'
import { afterwards } from '../afterwards.ts'
import { asRefusal } from './as_refusal.ts'
import { placeToAct } from './place_to_act.ts'

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

/** Whether the chat host is the reason, so that the person can do it in the browser. */
const isForBrowser = ({ reason, details }: Refusal): boolean =>
  reason === 'host_cannot' || reason === 'approvals_off' || details[onlyHere] === true

/** Adds to a refusal that requires a click the page where the person can make it. */
export async function withPlaceToAct(
  parts: Pick<ToolParts, 'config' | 'sql' | 'log'>,
  refusal: Refusal,
  tool: string,
  { fields }: { readonly fields: Input['fields'] },
) {
  if (!isForBrowser(refusal)) return refusal
  const place = await afterwards(parts.log, placeToAct(parts.sql, tool, fields))
  const act_url = parts.config.baseUrl + (place ?? '/')
  const { [onlyHere]: _, ...details } = refusal.details
  const message = refusal.reason === 'host_cannot' ? `${refusal.message} Give them act_url.` : refusal.message
  return new Refusal(refusal.code, refusal.reason, message, { ...details, act_url }, refusal)
}
