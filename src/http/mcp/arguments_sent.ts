import { isFields } from '../../tools/input/sent_fields.ts'
import type { Surface } from './what_mcp_offers.ts'

/**
 * Arguments that are no object are for the tool's own check: hosts send them as text, and a fault is told as a result.
 * The SDKs would answer an error of the protocol, so they get a call without arguments, and the surface those sent.
 */
export function argumentsSent(surface: Surface, body: unknown): { surface: Surface; body: unknown } {
  if (!isFields(body) || body['method'] !== 'tools/call' || !isFields(body['params'])) return { surface, body }
  const { arguments: sent, ...params } = body['params']
  if (sent === undefined || isFields(sent)) return { surface, body }
  return {
    surface: { ...surface, callTool: (name, _, onPage) => surface.callTool(name, sent ?? {}, onPage) },
    body: { ...body, params },
  }
}
