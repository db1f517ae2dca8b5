import type Router from '@koa/router'
import { classifyInboundRequest } from '@modelcontextprotocol/server'
import type { Context } from 'koa'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { Refusal } from '../../rules/errors.ts'
import { openMcpToAnyOrigin, preflightOfMcp } from '../answer/cors.ts'
import type { DoorParts } from '../door_parts.ts'
import { callOver } from '../request/client_abort.ts'
import { argumentsSent } from './arguments_sent.ts'
import { bodyOfMcp } from './direct_calls.ts'
import { answer2025 } from './era_2025.ts'
import { fetch2026, handler2026 } from './era_2026.ts'
import { inboundOf } from './which_era.ts'
import { type SignedIn, signedIn } from './caller_or_invalid_token.ts'
import { answerError, invalidParams, invalidRequest, parseError, transportError } from './json_rpc.ts'
import { missingParam, wrongParams } from './needed_params.ts'
import { mcpAddressPage } from '../../render/pages/mcp_address.ts'
import { mcpForKey, mcpUrl } from '../../rules/endpoints.ts'
import { frame } from '../answer/uncached_page.ts'
import { type PlainCall, plainCall } from './plain_call.ts'
import { givenUp, idOf } from './requests.ts'
import { isListen, openSubscriptions } from './subscriptions.ts'
import { type Surface, surfaceFor } from './what_mcp_offers.ts'
import { wishesOf } from './client_wishes.ts'

/** POST /mcp: both protocol eras, stateless, one JSON body for one request. */
export function mcpRoutes(router: Router, parts: DoorParts): { close(): Promise<void> } {
  const { config, log } = parts
  const modern = handler2026({ log, subscribe: config.resourceSubscriptions > 0 })
  const subscriptions = openSubscriptions(parts)
  const markup = mcpAddressPage(mcpUrl(config.baseUrl), mcpForKey(config.baseUrl), frame).toString()

  async function answer(ctx: Context, { token, caller }: SignedIn, message: unknown): Promise<void> {
    const over = givenUp(message)
    if (over !== undefined) parts.giveUp(caller, over)
    const call = callOver(ctx.res, caller, 'mcp', idOf(message))
    const offered = surfaceFor(parts, call, await wishesOf(parts, ctx, caller, message))
    const plain = offered.opensPages ? undefined : plainCall(ctx.req.headers, message)
    if (plain) return answerPlainly(ctx, offered, plain)
    const { surface, body } = argumentsSent(offered, message)
    // the path as sent may be an absolute URL, and the SDKs look at neither
    const asked = { url: mcpUrl(config.baseUrl), headers: headersOf(ctx.req), signal: call.signal }
    const response = await (classifyInboundRequest(inboundOf(ctx.req.headers, body)).kind === 'legacy'
      ? answer2025(surface, { ...asked, body })
      : isListen(body)
        ? subscriptions.listen({ token, caller }, surface, asked, body)
        : fetch2026(modern, surface, { ...asked, body }))
    if (response) await copy(ctx, await inOurWords(response, message))
  }

  router.options('/mcp', preflightOfMcp)

  router.get('/mcp', (ctx) => {
    openMcpToAnyOrigin(ctx)
    if (!ctx.get('Accept').includes('text/html')) return methodNotAllowed(ctx)
    ctx.type = 'html'
    ctx.body = markup
  })
  router.post('/mcp', async (ctx) => {
    openMcpToAnyOrigin(ctx)
    const known = await signedIn(parts, ctx)
    if (!known) return
    const body = await readMessage(ctx)
    if (body !== undefined) await answer(ctx, known, body)
  })

  router.all('/mcp', (ctx) => {
    openMcpToAnyOrigin(ctx)
    methodNotAllowed(ctx)
  })

  // the SDK's own close would abort running calls
  return { close: () => subscriptions.close() }
}

async function answerPlainly(ctx: Context, surface: Surface, { name, sent, id, finished }: PlainCall): Promise<void> {
  const result = await surface.callTool(name, sent)
  ctx.res.setHeader('Content-Type', 'application/json')
  ctx.body = JSON.stringify({ result: finished(result), jsonrpc: '2.0', id })
}

function methodNotAllowed(ctx: Context): void {
  ctx.set('Allow', 'POST, OPTIONS')
  answerError(ctx, 405, transportError, 'Method not allowed. Send JSON-RPC by POST.')
}

/** Returns the parsed message; undefined when it is invalid and was answered here as JSON-RPC requires. */
async function readMessage(ctx: Context): Promise<unknown> {
  let body: unknown
  try {
    body = await bodyOfMcp(ctx.req)
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    const code =
      refusal.code === 'too_large' ? transportError : refusal.reason === 'body_not_json' ? parseError : invalidRequest
    answerError(ctx, refusal.status, code, refusal.message)
    return undefined
  }
  if (body === undefined) answerError(ctx, 400, parseError, 'The body is empty. Send one JSON-RPC message.')
  else if (Array.isArray(body))
    answerError(ctx, 400, invalidRequest, 'Batches are not taken. Send one message a request.')
  else return body
  return undefined
}

/** Copies the headers that the SDKs read; the credential is not handed to them. era_2025.ts widens an Accept of JSON alone. */
function headersOf({ headers }: IncomingMessage): Headers {
  const copied = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && /^(content-type|accept|mcp-.*)$/.test(name)) copied.set(name, String(value))
  }
  return copied
}

/** The SDKs report a wrong parameter in the words of their schema library, and most as an error of the server. */
async function inOurWords(response: Response, message: unknown): Promise<Response> {
  if (response.status !== 200 || !response.headers.get('content-type')?.startsWith('application/json')) return response
  const text = await response.text()
  const fault = missingParam(message) ?? wrongParams(message, text)
  if (fault === undefined) return new Response(text, { headers: response.headers })
  const { error, ...envelope } = JSON.parse(text) as { error?: object }
  const told = error && { code: invalidParams, message: fault }
  return Response.json({ ...envelope, error: told }, { headers: response.headers })
}

async function copy(ctx: Context, response: Response): Promise<void> {
  ctx.status = response.status
  for (const [name, value] of response.headers) ctx.set(name, value)
  if (response.body === null) endEmpty(ctx)
  else if (response.headers.get('content-type') === 'text/event-stream')
    ctx.body = Readable.fromWeb(response.body as never)
  else ctx.body = await response.text()
}

/** Koa turns a null body into 204, and an undefined one into a text. */
function endEmpty(ctx: Context): void {
  ctx.body = ''
  ctx.remove('Content-Type')
}
