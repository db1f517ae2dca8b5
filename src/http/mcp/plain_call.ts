import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import { isJsonContentType } from '@modelcontextprotocol/server'
import type { IncomingMessage } from 'node:http'

/** A tools/call as nearly every client sends it. */
export interface PlainCall {
  readonly id: string | number
  readonly name: string
  readonly sent: unknown
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isId = (value: unknown): value is string | number => typeof value === 'string' || Number.isSafeInteger(value)

/** A request without anything the SDK would have to look at: its members, in any order, and no others. */
function isPlainRequest(body: unknown, method: string): body is { id: string | number; params?: unknown } {
  if (!isObject(body) || body['method'] !== method || body['jsonrpc'] !== '2.0' || !isId(body['id'])) return false
  for (const member in body) if (!members.has(member)) return false
  return true
}
const members = new Set(['jsonrpc', 'id', 'method', 'params'])

/** A progress token is allowed and means nothing: there are no progress notifications. */
const isPlainMeta = (meta: unknown): boolean => {
  if (meta === undefined) return true
  if (!isObject(meta)) return false
  for (const key in meta) if (key !== 'progressToken' || !isId(meta[key])) return false
  return true
}

/**
 * A 2025 tools/call that can be answered without building a Server and a transport for it, or undefined: then the SDK
 * answers. Half of a call's time would go into those two; test/http/mcp/plain_call.test.ts holds that the bytes are the
 * same.
 */
export function plainCall(req: IncomingMessage, body: unknown): PlainCall | undefined {
  const version = req.headers['mcp-protocol-version']
  if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version as string)) return undefined
  if (!isJsonContentType(req.headers['content-type'] ?? null)) return undefined
  if (!isPlainRequest(body, 'tools/call') || !isObject(body.params)) return undefined
  const { name, arguments: sent, _meta, ...others } = body.params
  if (typeof name !== 'string' || !isPlainMeta(_meta) || Object.keys(others).length > 0) return undefined
  return { id: body.id, name, sent: sent ?? {} }
}
