import { isFields } from '../../tools/input/sent_fields.ts'
import type { Surface } from './what_mcp_offers.ts'

/**
 * Some hosts send the arguments as text. The tool's own check reads them or refuses them in a result, but the SDKs would
 * answer with a protocol error. So the SDKs get a call without arguments, and the surface adds those that were sent.
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
