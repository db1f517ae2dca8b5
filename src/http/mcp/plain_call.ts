import { isFields } from '../../tools/input/sent_fields.ts'
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import { classifyInboundRequest, isJsonContentType, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import { LRUCache } from 'lru-cache'
import type { IncomingHttpHeaders } from 'node:http'
import { isId } from './requests.ts'
import type { ToolResult } from './result.ts'
import { inboundOf } from './which_era.ts'
import { serverInfo } from '../../rules/server_info.ts'

/**
 * A tools/call in the form that nearly every client sends. It is answered without an SDK's server and transport, which
 * cost ten times what REST does. The SDKs answer everything else; test/http/mcp/plain_call.test.ts proves that both
 * write the same bytes.
 */
export interface PlainCall {
  readonly id: string | number
  readonly name: string
  readonly sent: unknown
  readonly finished: Finished
}

/** Makes the result of a protocol era of a tool's. */
type Finished = (result: ToolResult) => object

export function plainCall(headers: IncomingHttpHeaders, body: unknown): PlainCall | undefined {
  if (!isJsonContentType(headers['content-type'] ?? null) || !isCall(body)) return undefined
  const { name, arguments: sent, _meta, ...others } = body.params
  if (typeof name !== 'string' || Object.keys(others).length > 0) return undefined
  const call = { id: body.id, name, sent: sent ?? {} }
  if (isPlain2025(headers, _meta)) return { ...call, finished: finished2025 }
  if (isPlain2026(headers, body, name)) return { ...call, finished: finished2026 }
  return undefined
}

interface CallMessage {
  readonly id: string | number
  readonly params: Record<string, unknown>
}

/** The only members that a JSON-RPC request may have. */
const members = new Set(['jsonrpc', 'id', 'method', 'params'])

function isCall(body: unknown): body is CallMessage {
  if (!isFields(body) || body['method'] !== 'tools/call' || body['jsonrpc'] !== '2.0') return false
  for (const member in body) if (!members.has(member)) return false
  return isId(body['id']) && isFields(body['params'])
}

/** A progress token is allowed and has no effect: there are no progress notifications. */
function isPlain2025(headers: IncomingHttpHeaders, meta: unknown): boolean {
  const version = headers['mcp-protocol-version']
  if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version as string)) return false
  if (meta === undefined) return true
  if (!isFields(meta)) return false
  for (const key in meta) if (key !== 'progressToken' || !isId(meta[key])) return false
  return true
}

const revision = '2026-07-28'

/**
 * A client sends the same `_meta` with each of its calls. All else that the SDK's classification looks at is the same
 * in every plain call, so its verdict on one `_meta` is kept.
 */
const verdicts = new LRUCache<string, boolean>({ max: 500 })
const longestKept = 1_000

/** Checks the headers that the SDK checks last, then the envelope with the SDK's own classification. */
function isPlain2026(headers: IncomingHttpHeaders, body: CallMessage, name: string): boolean {
  const { params } = body
  // a name beyond plain ASCII arrives encoded: the SDK decodes it
  if (headers['mcp-protocol-version'] !== revision || headers['mcp-name'] !== name) return false
  if (headers['mcp-method'] !== 'tools/call') return false
  const meta = JSON.stringify(params['_meta'] ?? null)
  const known = verdicts.get(meta)
  if (known !== undefined) return known
  const inbound = classifyInboundRequest(inboundOf(headers, body))
  const verdict = inbound.kind === 'modern' && inbound.classification.revision === revision
  if (meta.length <= longestKept) verdicts.set(meta, verdict)
  return verdict
}

export const finished2025: Finished = (result) => result

export const finished2026: Finished = ({ _meta, ...result }) => ({
  _meta: { ..._meta, [SERVER_INFO_META_KEY]: serverInfo },
  ...result,
  resultType: 'complete',
})
