import {
  type CallToolResult,
  createMcpHandler,
  type ListToolsResult,
  type McpHttpHandler,
  Server,
  type ServerEventBus,
} from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import type { Log } from '../../log.ts'
import { bodies } from '../../rules/limits.ts'
import { clickByUrl } from './click_by_url.ts'
import { prompts } from './prompts.ts'
import { templates } from './resources.ts'
import { serverInfo } from '../../rules/server_info.ts'
import { capabilities, resources, type Surface } from './what_mcp_offers.ts'

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
  server.setRequestHandler('resources/list', () => ({ resources }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: templates }))
  server.setRequestHandler('resources/read', ({ params }) => surface.readResource(params))
  server.setRequestHandler('prompts/list', () => ({ prompts }))
  server.setRequestHandler('prompts/get', ({ params }) => surface.getPrompt(params))
  server.setRequestHandler('completion/complete', ({ params }) => surface.complete(params))
  return server
}

interface Handling {
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
