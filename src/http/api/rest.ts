import type Router from '@koa/router'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'koa'
import { notFound } from '../../rules/errors.ts'
import { bodies, cacheSeconds } from '../../rules/limits.ts'
import { apiVersion } from '../../rules/server_info.ts'
import { nameNow } from '../../rules/old_names.ts'
import { restListing, restShown } from '../../tools/listing/rest_listing.ts'
import { bearerToken } from '../../identity/authorization_header.ts'
import { readFields, fieldsOrRefusal } from '../request/read_body.ts'
import { clientNetworks } from '../request/client_address.ts'
import { contentTypes } from '../answer/content_types.ts'
import { writeJson } from '../answer/json.ts'
import { anyOrigin, openToAnyOrigin, preflightOfPost } from '../answer/cors.ts'
import { withCacheControl } from '../answer/header_list.ts'
import type { Direct, DirectAnswers } from '../before_koa.ts'
import type { DoorParts } from '../door_parts.ts'
import { toolsNamed } from '../../tools/call/meant/find_tool.ts'
import { mayComeKeyless } from '../../tools/arriving/first_write.ts'
import { asRefusal } from '../../tools/call/refused/as_refusal.ts'
import { lengthOf, send } from '../answer/alike_json.ts'
import { answerTool, jsonOf, successHeaders } from '../answer/tool_answer.ts'
import { setDeprecation } from '../answer/deprecation_headers.ts'
import { abortOnDisconnect, callOver } from '../request/client_abort.ts'
import { noKey } from '../../rules/refusals/bad_credential.ts'

/**
 * The REST mirror: the same tools as MCP, with a key in the header; cookies are never read. A tool that is unknown, or none
 * for this caller, is refused behind the door (`tools/call/meant/find_tool.ts`), as everywhere.
 */
export function restRoutes(router: Router, parts: DoorParts): void {
  const { config, clock } = parts

  router.options('/api/v1/tools/:name', preflightOfPost)
  router.post('/api/v1/tools/:name', async (ctx) => {
    openToAnyOrigin(ctx)
    const token = bearerToken(ctx.req.headers.authorization)
    const name = ctx['params'].name as string
    // set before the call, so that a refusal under an older name carries it too
    if (nameNow('tools', name) !== undefined) setDeprecation(ctx)
    if (token === undefined) return keyless(ctx, parts, name)
    const caller = await parts.callerOf(token)
    const sent = await fieldsOrRefusal(ctx.req, bodies.tools)
    answerTool(ctx, await parts.call(name, sent.fields, callOver(ctx.res, caller, 'rest')), clock.now())
  })

  router.get('/api/v1/tools/:name', async (ctx) => {
    openToAnyOrigin(ctx)
    const token = bearerToken(ctx.req.headers.authorization)
    // a bad key is told at once, although this answer is the same for everybody
    if (token !== undefined) await parts.callerOf(token)
    const shown = restShown(ctx['params'].name as string, config.baseUrl)
    if (!shown) throw notFound('unknown_tool', `Unknown tool. ${toolsNamed}`)
    ctx.set('Cache-Control', `public, max-age=${cacheSeconds.discovery}`)
    writeJson(ctx, { api: apiVersion, ...shown })
  })

  router.get('/api/v1/tools', async (ctx) => {
    openToAnyOrigin(ctx)
    const token = bearerToken(ctx.req.headers.authorization)
    const inCheckedHub = token !== undefined && (await parts.inCheckedHub((await parts.callerOf(token)).id))
    writeJson(ctx, { api: apiVersion, tools: restListing(config.baseUrl, inCheckedHub) })
  })
}

/** A call without a key: a first write registers an agent where registration is open, anything else needs a key. */
async function keyless(ctx: Context, parts: DoorParts, name: string): Promise<void> {
  // the credential comes first: what else is wrong with a call that needs one is not looked at
  if (!parts.firstWrite || !mayComeKeyless(parts.config, name)) throw noKey(parts.config)
  const body = await readFields(ctx.req, bodies.tools)
  const first = await parts.firstWrite(name, body, clientNetworks(ctx.req, parts.config))
  if (!first) throw noKey(parts.config)
  const { caller, sent, shown, said } = first
  try {
    const called = await parts.call(name, sent, { caller, door: 'rest', signal: abortOnDisconnect(ctx.res), said })
    answerTool(ctx, called, parts.clock.now(), shown)
  } catch (error) {
    // the agent is registered all the same, and its key is shown only this once
    throw asRefusal(error).with({ details: { ...shown, postscript: said }, cause: error })
  }
}

/** Whatever of `POST /api/v1/tools/:name` comes with a key and as JSON. `done` is called after each. */
export function directCalls(parts: DoorParts, direct: DirectAnswers, done: () => void): Direct {
  const open = [...direct.headers, ...anyOrigin]
  const ok = withCacheControl(open, 'no-store')
  return (req, res) => {
    if (req.method !== 'POST') return false
    const name = toolPath.exec(req.url ?? '')?.[1]
    const { authorization, 'content-type': type } = req.headers
    if (name === undefined || authorization === undefined || authorization === '') return false
    if ((type !== undefined && !type.startsWith('application/json')) || nameNow('tools', name) !== undefined)
      return false
    if (direct.hosts(req).served === undefined) return false
    answerKeyed(parts, name, req, res, ok)
      .catch((error: unknown) => direct.refuse(req, res, error, anyOrigin))
      .finally(done)
      .catch((error: unknown) => direct.refuse(req, res, error))
    return true
  }
}

const toolPath = /^\/api\/v1\/tools\/([a-z][a-z_]*)$/

async function answerKeyed(
  parts: DoorParts,
  name: string,
  req: IncomingMessage,
  res: ServerResponse,
  headers: readonly string[],
): Promise<void> {
  const caller = await parts.callerOf(bearerToken(req.headers.authorization) as string)
  const sent = await fieldsOrRefusal(req, bodies.tools)
  const called = await parts.call(name, sent.fields, callOver(res, caller, 'rest'))
  if (res.destroyed || res.writableEnded) return
  const body = jsonOf(called)
  const own = Object.entries(successHeaders(called, parts.clock.now())).flat()
  res.writeHead(200, [
    ...headers,
    'Content-Type',
    contentTypes['application/json'],
    ...own,
    'Content-Length',
    String(lengthOf(body)),
  ])
  send(res, body)
}
