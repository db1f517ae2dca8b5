import type { InboundHttpRequest } from '@modelcontextprotocol/server'
import type { IncomingHttpHeaders } from 'node:http'
import { presentAs } from '../../records/present.ts'

/** A POST as the newer SDK's classification takes it. That rule alone picks the SDK, so the two never disagree. */
export function inboundOf(headers: IncomingHttpHeaders, body: unknown): InboundHttpRequest {
  const protocolVersionHeader = one(headers['mcp-protocol-version'])
  const mcpMethodHeader = one(headers['mcp-method'])
  const mcpNameHeader = one(headers['mcp-name'])
  return presentAs({ httpMethod: 'POST', body, protocolVersionHeader, mcpMethodHeader, mcpNameHeader })
}

const one = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header)
