import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  type CallToolResult,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  type ListToolsResult,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { prompts } from './prompts.ts'
import { templates } from './resources.ts'
import { serverInfo } from '../../rules/server_info.ts'
import { capabilities, resources, type Surface } from './what_mcp_offers.ts'

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
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: templates }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => surface.readResource(params))
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts }))
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => surface.getPrompt(params))
  server.setRequestHandler(CompleteRequestSchema, ({ params }) => surface.complete(params))
  return server
}

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
