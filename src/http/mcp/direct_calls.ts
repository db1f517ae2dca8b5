import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse } from 'node:querystring'
import { bearerToken } from '../../identity/authorization_header.ts'
import type { Caller } from '../../rules/caller.ts'
import { bodies } from '../../rules/limits.ts'
import { readJson } from '../request/read_body.ts'
import { callOver } from '../request/client_abort.ts'
import { mcpAnyOrigin } from '../answer/cors.ts'
import { type Body, jsonOfMany, lengthOf, send, type Whole } from '../answer/alike_json.ts'
import { OneOfMany } from '../../tools/call/called.ts'
import { present } from '../../records/present.ts'
import type { Direct, DirectAnswers } from '../before_koa.ts'
import type { DoorParts } from '../door_parts.ts'
import { mcpHeaders } from '../answer/security_headers.ts'
import { finished2025, finished2026, type PlainCall, plainCall } from './plain_call.ts'
import { resultOf, textOf, type ToolResult } from './result.ts'
import { surfaceFor } from './what_mcp_offers.ts'
import { type Wishes, wishesOf } from './client_wishes.ts'

/** What was read of a request before it was left to Koa: a body can be read once, and a bad key counts once. */
interface Begun {
  readonly caller: Promise<Caller>
  body?: Promise<unknown>
}

const begun = new WeakMap<IncomingMessage, Begun>()

export const callerOfMcp = ({ callerOf }: Pick<DoorParts, 'callerOf'>, req: IncomingMessage, token: string) =>
  begun.get(req)?.caller ?? callerOf(token)

export const bodyOfMcp = (req: IncomingMessage): Promise<unknown> => begun.get(req)?.body ?? readJson(req, bodies.mcp)

/**
 * Plain tools/calls, answered before Koa like those of REST. Every other request, also one with a refused key or a broken
 * body, is left to `otherwise`. `done` is called after each call.
 */
export function directMcp(
  parts: DoorParts,
  direct: DirectAnswers,
  done: () => void,
): (...asked: [...Parameters<Direct>, otherwise: () => void]) => boolean {
  const headers = [...mcpHeaders(parts.config), ...mcpAnyOrigin, 'Content-Type', 'application/json']
  return (req, res, otherwise) => {
    const type = req.headers['content-type']
    const query = queryAtMcp.exec(req.url ?? '')
    if (req.method !== 'POST' || !query || type === undefined || !type.startsWith('application/json')) return false
    if (direct.hosts(req).served === undefined) return false
    const open = async (): Promise<void> => {
      const opened = await openedCall(parts, req).catch(() => undefined)
      const answered = opened && (await answerPlain(parts, { ...opened, query: query[1] ?? '' }, req, res, headers))
      if (answered) done()
      else otherwise()
    }
    open().catch((error: unknown) => direct.refuse(req, res, error, mcpAnyOrigin))
    return true
  }
}

const queryAtMcp = /^\/mcp(?:\?(.*))?$/

interface Opened {
  readonly caller: Caller
  readonly body: unknown
  readonly plain: PlainCall
}

async function openedCall(parts: DoorParts, req: IncomingMessage): Promise<Opened | undefined> {
  const token = bearerToken(req.headers.authorization)
  if (token === undefined) return undefined
  const reading: Begun = { caller: parts.callerOf(token) }
  begun.set(req, reading)
  const caller = await reading.caller
  const body = await (reading.body = readJson(req, bodies.mcp))
  const plain = plainCall(req.headers, body)
  return plain && { caller, body, plain }
}

/** False when only the SDK can answer: an act has to be done on a page that the client can show. */
async function answerPlain(
  parts: DoorParts,
  { caller, body, plain, query }: Opened & { readonly query: string },
  req: IncomingMessage,
  res: ServerResponse,
  headers: readonly string[],
): Promise<boolean> {
  const asked = { req, query: parse(query) }
  const wishes = await wishesOf(parts, asked, caller, body)
  const surface = surfaceFor(parts, callOver(res, caller, 'mcp', plain.id), wishes)
  if (surface.opensPages) return false
  const answer = await surface.callForOneOfMany(plain.name, plain.sent)
  if (res.destroyed || res.writableEnded) return true
  const told = toldIn(answer, plain, wishes)
  res.writeHead(200, [...headers, 'Content-Length', String(lengthOf(told))])
  send(res, told)
  return true
}

function toldIn(answer: ToolResult | OneOfMany, { finished, id }: PlainCall, { content }: Wishes): Body {
  if (!(answer instanceof OneOfMany)) return { rest: JSON.stringify({ result: finished(answer), jsonrpc: '2.0', id }) }
  const { shared, rest } = jsonOfMany(answer, responses[content][finished === finished2026 ? 2026 : 2025])
  return { ...present({ shared }), rest: `${rest.slice(0, -1)},"jsonrpc":"2.0","id":${JSON.stringify(id)}}` }
}

const responses: Readonly<Record<Wishes['content'], Readonly<Record<2025 | 2026, Whole>>>> = {
  both: {
    2025: (called) => ({ result: finished2025(resultOf(called)) }),
    2026: (called) => ({ result: finished2026(resultOf(called)) }),
  },
  text: {
    2025: (called) => ({ result: finished2025(textOf(resultOf(called))) }),
    2026: (called) => ({ result: finished2026(textOf(resultOf(called))) }),
  },
}
