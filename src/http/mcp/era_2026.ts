import {
  type CallToolResult,
  createMcpHandler,
  type ListToolsResult,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerEventBus,
} from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import type { Log } from '../../log.ts'
import { bodies } from '../../rules/limits.ts'
import { errorBody } from '../answer/error_body.ts'
import { asRefusal } from '../../tools/call/refused/as_refusal.ts'
import { clickByUrl } from './click_by_url.ts'
import { promptNamed, prompts } from './prompts.ts'
import { inboxResource, templates } from './resources.ts'
import { capabilities, serverInfo, type Surface } from './what_mcp_offers.ts'
import { viewResource } from './view_resource.ts'

/** Shared by all requests: it is used for elicitation only. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

function serverOf(surface: Surface, subscribe: boolean): Server {
  const server = new Server(serverInfo, {
    capabilities: { ...capabilities, resources: subscribe ? { subscribe } : {} },
    instructions: surface.instructions,
    jsonSchemaValidator,
  })
  server.setRequestHandler('tools/list', async () => {
    return { tools: (await surface.listTools()) as ListToolsResult['tools'] }
  })
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const pages: string[] = []
    const result = await surface.callTool(params.name, params.arguments ?? {}, (url) => pages.push(url))
    const [page] = surface.opensPages ? pages : []
    return (page === undefined ? result : clickByUrl(result, page, mcpReq.inputResponses)) as unknown as CallToolResult
  })
  server.setRequestHandler('resources/list', () => ({ resources: [viewResource, inboxResource] }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: templates }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => ({
    contents: [
      await surface.readResource(uri).catch((error: unknown) => failed(error, ProtocolErrorCode.InternalError, uri)),
    ],
  }))
  server.setRequestHandler('prompts/list', () => ({ prompts }))
  server.setRequestHandler('prompts/get', ({ params }) => {
    try {
      return { ...promptNamed(params.name, params.arguments) }
    } catch (error) {
      return failed(error, ProtocolErrorCode.InvalidParams)
    }
  })
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }) => {
    if (ref.type !== 'ref/prompt') return { completion: { values: [] } }
    const values = await surface
      .complete(ref.name, argument.name, argument.value)
      .catch((error: unknown) => failed(error, ProtocolErrorCode.InternalError))
    return { completion: { values: [...values] } }
  })
  return server
}

/** Throws a failure as the protocol has it; that of a resource says when it is missing. */
function failed(error: unknown, code: ProtocolErrorCode, resource?: string): never {
  const body = errorBody(asRefusal(error))
  if (resource !== undefined && body.error === 'not_found') throw new ResourceNotFoundError(resource, body.message)
  throw new ProtocolError(code, body.message, body)
}

export interface Handling {
  readonly log: Log
  /** whether resources can be subscribed to on this instance */
  readonly subscribe: boolean
  /** source of the events of one subscription stream */
  readonly bus?: ServerEventBus
  /** streams this handler may hold open */
  readonly maxSubscriptions?: number
}

/**
 * Handles protocol version 2026-07-28 with the SDK's handler. Its answers are one JSON body, because nothing is sent
 * before a result; setting responseMode would print a warning at every start. The surface is passed in `extra`.
 */
export function handler2026({ log, subscribe, ...options }: Handling): McpHttpHandler {
  return createMcpHandler(({ authInfo }) => serverOf(authInfo?.extra?.['surface'] as Surface, subscribe), {
    legacy: 'reject',
    maxRequestBodySize: bodies.mcp,
    onerror: (error) => log.debug({ err: error }, 'mcp'),
    ...options,
  })
}

export interface Asked2026 {
  readonly url: string
  readonly headers: Headers
  readonly signal: AbortSignal
}

export const fetch2026 = (
  handler: McpHttpHandler,
  surface: Surface,
  { url, headers, signal, body }: Asked2026 & { readonly body: unknown },
): Promise<Response> =>
  handler.fetch(new Request(url, { method: 'POST', headers, signal }), {
    parsedBody: body,
    authInfo: { token: '', clientId: '', scopes: [], extra: { surface } },
  })
