import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  type ListToolsResult,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { errorBody } from '../answer/error_body.ts'
import { asRefusal } from '../../tools/call/refused/as_refusal.ts'
import { promptNamed, prompts } from './prompts.ts'
import { inboxResource, templates } from './resources.ts'
import { capabilities, serverInfo, type Surface } from './what_mcp_offers.ts'
import { viewResource } from './view_resource.ts'

/** Shared by all requests: the SDK would build an Ajv for each one, and uses it for elicitation only. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

function serverOf(surface: Surface): Server {
  const server = new Server(serverInfo, {
    capabilities,
    instructions: surface.instructions,
    jsonSchemaValidator,
  })
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    return { tools: (await surface.listTools()) as ListToolsResult['tools'] }
  })
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    return (await surface.callTool(params.name, params.arguments ?? {})) as unknown as CallToolResult
  })
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [viewResource, inboxResource] }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: templates }))
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    try {
      return { contents: [await surface.readResource(uri)] }
    } catch (error) {
      throw asRpcError(uri, error)
    }
  })
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts }))
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    try {
      return { ...promptNamed(params.name, params.arguments) }
    } catch (error) {
      const body = errorBody(asRefusal(error))
      throw new RpcError(ErrorCode.InvalidParams, body.message, body)
    }
  })
  server.setRequestHandler(CompleteRequestSchema, async ({ params: { ref, argument } }) => {
    if (ref.type !== 'ref/prompt') return { completion: { values: [] } }
    try {
      return { completion: { values: [...(await surface.complete(ref.name, argument.name, argument.value))] } }
    } catch (error) {
      throw internalError(error)
    }
  })
  return server
}

/** What the SDK's server sends as an error: its own McpError puts words before the message that its clients put again. */
class RpcError extends Error {
  readonly code: number
  readonly data: object

  constructor(code: number, message: string, data: object) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** A missing resource has a code of MCP's own; anything else is an internal error with the refusal as its data. */
function asRpcError(uri: string, error: unknown): RpcError {
  const { code, message } = asRefusal(error)
  return code === 'not_found' ? new RpcError(resourceNotFound, message, { uri }) : internalError(error)
}
function internalError(error: unknown): RpcError {
  const body = errorBody(asRefusal(error))
  return new RpcError(ErrorCode.InternalError, body.message, body)
}
const resourceNotFound = -32_002

/**
 * Answers protocol versions up to 2025-11-25 with the SDK's server: stateless, so one server and transport for each
 * request, and one JSON body as the answer. Returns undefined when the client disconnected first.
 */
export async function answer2025(
  surface: Surface,
  { url, headers, body, signal }: { url: string; headers: Headers; body: unknown; signal: AbortSignal },
): Promise<Response | undefined> {
  const server = serverOf(surface)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  // the transport would answer 406 to a client that accepts JSON alone, although it only ever sends JSON
  headers.set('Accept', 'application/json, text/event-stream')
  await server.connect(transport)
  try {
    const answered = transport.handleRequest(new Request(url, { method: 'POST', headers }), { parsedBody: body })
    return await Promise.race([answered, ended(signal)])
  } finally {
    await server.close()
  }
}

const ended = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }))
