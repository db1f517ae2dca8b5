import type { McpHttpHandler, ServerEvent } from '@modelcontextprotocol/server'
import type { Caller } from '../../rules/caller.ts'
import { Refusal } from '../../rules/errors.ts'
import { isId } from '../../rules/ids.ts'
import { principal } from '../../rules/one_human.ts'
import { subscriptions } from '../../rules/limits.ts'
import type { DoorParts } from '../door_parts.ts'
import { type Asked2026, fetch2026, handler2026 } from './era_2026.ts'
import { internalError, invalidRequest } from './json_rpc.ts'
import { addressIn, inboxUri } from './resources.ts'
import { rpcError, type Surface } from './what_mcp_offers.ts'
import { grouped } from '../../records/grouped.ts'

/** The part of a subscriptions/listen message that is read here. */
interface Listen {
  readonly id?: unknown
  readonly params?: { readonly notifications?: { readonly resourceSubscriptions?: unknown } }
}

export const isListen = (body: unknown): body is Listen =>
  typeof body === 'object' && body !== null && 'method' in body && body.method === 'subscriptions/listen'

interface Listener {
  readonly token: string
  readonly caller: Caller
}

interface Subscriptions {
  /**
   * Answers subscriptions/listen with a stream of notices; refuses when this instance, the credential or the human who
   * answers for it holds too many.
   */
  listen(by: Listener, surface: Surface, asked: Asked2026, body: Listen): Promise<Response>
  close(): Promise<void>
}

/** An accepted subscription, and the handler of its stream once it is open. */
interface Subscribed {
  readonly credential_id: string
  /** the human who answers for it, or who else does */
  readonly principal: string
  handler?: McpHttpHandler
}

/**
 * Subscriptions to svc:// addresses. The SDK writes the streams; each has its own bus, because what its listener may
 * read differs and is checked again before every notice.
 */
export function openSubscriptions(parts: DoorParts): Subscriptions {
  const { log, config } = parts
  const open = new Set<Subscribed>()
  const held = (by: 'credential_id' | 'principal', id: string): number =>
    [...open].filter((one) => one[by] === id).length
  return {
    async listen({ token, caller }, surface, asked, body) {
      if (isLongId(body.id)) return Response.json(longId)
      try {
        parts.listens(caller)
      } catch (refusal) {
        const { code, message, data } = rpcError(internalError, refusal)
        return Response.json({ jsonrpc: '2.0', error: { code, message, data }, id: body.id ?? null })
      }
      const subscribed: Subscribed = { credential_id: caller.credential_id, principal: principal(caller) }
      // SVC_RESOURCE_SUBSCRIPTIONS is 0 on a serverless host
      const left = config.resourceSubscriptions - open.size
      // nobody holds more than is left for all others
      const hasRoom =
        held('credential_id', subscribed.credential_id) < subscriptions.perCredential &&
        held('principal', subscribed.principal) < Math.min(subscriptions.perHuman, left)
      // added at once, so that two requests cannot share the last place
      if (hasRoom) open.add(subscribed)
      let listening = false
      try {
        const uris = hasRoom ? await readableUris(parts, token, body) : nothing
        const flow = openFlow()
        const bus = {
          publish: () => {},
          subscribe(listener: (event: ServerEvent) => void): () => void {
            listening = true
            const stop = tell(parts, token, uris, flow.counting(listener), () => void handler.close())
            return () => {
              stop()
              flow.end()
              open.delete(subscribed)
            }
          },
        }
        const handler = handler2026({ log, subscribe: true, bus, maxSubscriptions: hasRoom ? 1 : 0 })
        subscribed.handler = handler
        return flow.through(
          await fetch2026(handler, surface, { ...asked, body: withUris(body, [...uris.values()].flat()) }),
        )
      } finally {
        if (!listening) open.delete(subscribed)
      }
    },
    async close() {
      await Promise.all([...open].map(async ({ handler }) => handler?.close()))
    },
  }
}

/** Each notice repeats the id of its stream's request. */
const isLongId = (id: unknown): boolean => typeof id === 'string' && id.length > subscriptions.id

const longId = {
  jsonrpc: '2.0',
  error: { code: invalidRequest, message: `The id is longer than ${subscriptions.id} characters.` },
  id: null,
}

/** A listener, and how long to wait before it is told the next. */
interface Telling {
  readonly tell: (event: ServerEvent) => void
  readonly ready: () => Promise<void>
}

/**
 * How far a client is behind with reading its stream. The SDK keeps whatever is written to a stream until it is read; a
 * client that reads nothing would fill the memory.
 */
function openFlow() {
  let unread = 0
  let ended = false
  let wake = (): void => {}
  return {
    counting: (tell: (event: ServerEvent) => void): Telling => ({
      tell(event) {
        unread++
        tell(event)
      },
      async ready() {
        while (unread >= subscriptions.unread && !ended)
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      },
    }),
    /** Passes the stream on as it is read. Other frames are counted as notices: all before them were read. */
    through({ body, status, headers }: Response): Response {
      const reading = new TransformStream<Uint8Array, Uint8Array>({
        transform(frame, to) {
          unread = Math.max(0, unread - 1)
          wake()
          to.enqueue(frame)
        },
      })
      return new Response(body?.pipeThrough(reading), { status, headers })
    },
    end(): void {
      ended = true
      wake()
    },
  }
}

/** Addresses by the id of what they name: a hub has two, by its id and by its slug. */
type Uris = ReadonlyMap<string, readonly string[]>

const nothing: Uris = new Map()

/**
 * Returns the requested addresses that the caller may read, by id. Private ones are left out exactly like missing ones,
 * and so are those past the number that one stream takes.
 */
async function readableUris(parts: DoorParts, token: string, { params }: Listen): Promise<Uris> {
  const sent = params?.notifications?.resourceSubscriptions
  const asked = Array.isArray(sent) ? [...new Set(sent as readonly unknown[])].slice(0, subscriptions.addresses) : []
  const named = asked.filter((uri) => typeof uri === 'string').filter((uri) => uri === inboxUri || addressIn(uri))
  if (named.length === 0) return nothing
  const caller = await parts.callerOf(token)
  const slugs = named.flatMap((uri) => slugIn(uri) ?? [])
  const bySlug = slugs.length === 0 ? undefined : await parts.hubsWithSlugs(caller, slugs)
  const idOf = (uri: string): string | undefined => {
    const slug = slugIn(uri)
    return uri === inboxUri ? caller.id : slug === undefined ? addressIn(uri)?.id : bySlug?.get(slug)
  }
  const uris = grouped(
    named.flatMap((uri): [string, string][] => {
      const id = idOf(uri)
      return id === undefined ? [] : [[id, uri]]
    }),
  )
  if (uris.size === 0) return nothing
  const readable = await readableTo(parts, caller, [...uris.keys()])
  for (const id of uris.keys()) if (!readable.has(id)) uris.delete(id)
  return uris
}

/** The slug in the address of a hub that is not named by its id. */
function slugIn(uri: string): string | undefined {
  const { thing, id } = addressIn(uri) ?? {}
  return thing === 'hub' && id !== undefined && !isId('hub', id) ? id : undefined
}

/** The subset of `ids` that the caller may read; the caller's own inbox always is. */
async function readableTo(parts: DoorParts, caller: Caller, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const readable = await parts.readable(
    caller,
    ids.filter((id) => id !== caller.id),
  )
  return ids.includes(caller.id) ? new Set([...readable, caller.id]) : readable
}

/** The message with only the addresses that were accepted: the SDK repeats them in its acknowledgement. */
function withUris(body: Listen, resourceSubscriptions: readonly string[]): Listen {
  const notifications = body.params?.notifications
  if (notifications?.resourceSubscriptions === undefined) return body
  return { ...body, params: { ...body.params, notifications: { ...notifications, resourceSubscriptions } } }
}

/** Sends notices of changes while the credential works, for what it may read. Changes meanwhile are coalesced. */
function tell(parts: DoorParts, token: string, uris: Uris, listener: Telling, end: () => void): () => void {
  const changed = new Set<string>()
  let telling = false
  let stopped = false

  async function tellAll(): Promise<void> {
    while (changed.size > 0 && !stopped) {
      await listener.ready()
      const ids = [...changed]
      changed.clear()
      const readable = await readableTo(parts, await parts.callerOf(token), ids)
      if (stopped) return
      for (const id of ids)
        if (readable.has(id)) for (const uri of uris.get(id) ?? []) listener.tell({ kind: 'resource_updated', uri })
    }
  }

  /** A stream on which nothing changes is checked too, or it would keep its place when its credential has ended. */
  const looking = setInterval(() => {
    parts.callerOf(token).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'unauthenticated') end()
    })
  }, subscriptions.lookedAfterEvery)
  looking.unref()
  const stop = parts.watch([...uris.keys()], (id) => {
    changed.add(id)
    if (telling) return
    telling = true
    // the client listens again once its stream ended, and that request tells it why it may not
    tellAll()
      .catch(end)
      .finally(() => {
        telling = false
      })
  })
  return () => {
    stopped = true
    clearInterval(looking)
    stop()
  }
}
