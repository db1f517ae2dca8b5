import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server'
import type { Context } from 'koa'
import { presentAs } from '../../records/present.ts'
import type { Caller } from '../../rules/caller.ts'
import { showsTextAlone } from '../../rules/clients/text_clients.ts'
import { inputs } from '../../rules/limits.ts'
import type { DoorParts } from '../door_parts.ts'

/** How a request wants to be answered: by its query, or by what its client is known to show its model. */
export interface Wishes {
  /** `text`: no structuredContent and no output schemas */
  readonly content: 'text' | 'both'
  /** `core`, `model`, `all`, or names with commas between them */
  readonly tools?: string
  /** the client can show its person a page on which an act has to be done */
  readonly opensPages?: true
}

/** The parts of a request, besides its body, that tell how to answer it. */
type Asked = Pick<Context, 'req' | 'query'>

/**
 * Reads the wishes of a request. The name that a client sends in `initialize` is remembered by its credential or grant.
 */
export async function wishesOf(parts: DoorParts, asked: Asked, caller: Caller, body: unknown): Promise<Wishes> {
  const { content, tools } = asked.query
  const client = clientOf(body)
  if (client.initializes)
    await parts.clients.remember(connectionOf(caller), { name: client.name ?? '', user_agent: userAgentOf(asked) })
  const wanted = content === 'text' || content === 'both' ? content : undefined
  return presentAs({
    content: wanted ?? ((await isTextClient(parts, asked, caller, client)) ? 'text' : 'both'),
    tools: typeof tools === 'string' && tools !== '' ? tools : undefined,
    opensPages: 'url' in objectIn(client.capabilities?.['elicitation']) ? true : undefined,
  })
}

interface Client {
  readonly name?: string
  readonly initializes: boolean
  /** in requests of 2026 only */
  readonly capabilities?: Readonly<Record<string, unknown>>
}

function clientOf(body: unknown): Client {
  const { method, params } = objectIn(body)
  const { clientInfo, _meta } = objectIn(params)
  const initializes = method === 'initialize'
  const meta = objectIn(_meta)
  const { name } = objectIn(initializes ? clientInfo : meta[CLIENT_INFO_META_KEY])
  const capabilities = meta[CLIENT_CAPABILITIES_META_KEY]
  return presentAs({
    initializes,
    name: typeof name === 'string' ? name.slice(0, inputs.clientName) : undefined,
    capabilities: capabilities === undefined ? undefined : objectIn(capabilities),
  })
}

const objectIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

async function isTextClient(parts: DoorParts, asked: Asked, caller: Caller, { name }: Client): Promise<boolean> {
  if (showsTextAlone(asked.req.headers['user-agent'] ?? '')) return true
  return showsTextAlone(name ?? (await parts.clients.named(connectionOf(caller), userAgentOf(asked))) ?? '')
}

const connectionOf = ({ grant_id, credential_id }: Caller): string => grant_id ?? credential_id

const userAgentOf = ({ req }: Asked): string => (req.headers['user-agent'] ?? '').slice(0, inputs.clientName)
