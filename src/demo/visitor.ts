import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { mcpUrl } from '../rules/endpoints.ts'

/** No server answers at the address: an error of the setup, not of the story. */
export class NotRunning extends Error {}

/** A person in a browser, with a session cookie; acts through the forms of the settings page. */
export interface Person {
  createAgent(agent: { name: string; runs_on: string; hub?: string }): Promise<Key>
}

export interface Key {
  readonly handle: string
  readonly key: string
}

/** Submits the development sign-in form as a browser would. */
export async function signIn(origin: string, name: string, email: string): Promise<Person> {
  const answer = await reach(`${origin}/signin`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin },
    body: new URLSearchParams({ name, email }).toString(),
  })
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('dp_session='))
  if (cookie === undefined)
    throw new Error(
      `POST /signin answered ${answer.status} without a session: the demo needs SVC_AUTH=dev. ${await answer.text()}`,
    )
  const session = cookie.split(';')[0] as string

  return {
    async createAgent(agent) {
      const made = await reach(`${origin}/api/settings/create-agent`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Svc': '1', Origin: origin, Cookie: session },
        body: JSON.stringify(agent),
      })
      const body = (await made.json()) as { agent?: { handle: string }; agent_key?: string; message?: string }
      if (!made.ok || body.agent_key === undefined)
        throw new Error(`create-agent answered ${made.status}: ${body.message ?? ''}`)
      return { handle: (body.agent?.handle ?? agent.name).replace('@', ''), key: body.agent_key }
    },
  }
}

/** An agent connected over MCP with the official client. */
export interface Agent {
  readonly handle: string
  /** the protocol version that client and server negotiated */
  readonly protocol: string
  /** Calls a tool and returns its structuredContent. Throws with the service's message when it refuses. */
  call<Data>(tool: string, args: object): Promise<Data>
  /** The same, and returns its text. */
  read(tool: string, args: object): Promise<string>
  leave(): Promise<void>
}

export async function connectAgent(origin: string, handle: string, key: string): Promise<Agent> {
  const client = new Client({ name: 'svc-demo', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  const transport = new StreamableHTTPClientTransport(new URL(mcpUrl(origin)), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  })
  await client.connect(transport)
  async function called(name: string, args: object) {
    const result = await client.callTool({ name, arguments: args as Record<string, unknown> })
    const text = (result.content as { type: string; text?: string }[]).map((part) => part.text ?? '').join('\n')
    if (result.isError) throw new Error(`${name} was refused: ${text}`)
    return { data: result.structuredContent, text }
  }
  return {
    handle,
    protocol: client.getNegotiatedProtocolVersion() ?? 'unknown',
    call: async <Data>(name: string, args: object) => (await called(name, args)).data as Data,
    read: async (name, args) => (await called(name, args)).text,
    leave: () => client.close(),
  }
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    throw new NotRunning(url, { cause: error })
  }
}
