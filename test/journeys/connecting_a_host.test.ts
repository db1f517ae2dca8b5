import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { UnauthorizedError as Unauthorized2025 } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Transport2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect } from 'chai'
import { lifetimes } from '../../src/rules/limits.ts'
import { claudesCallback, postOAuth, sayOn, showConsent } from '../support/assistant.ts'
import type { Person } from '../support/cast.ts'
import { withCast } from '../support/here.ts'

/** What a host keeps of one connection. The official clients do the rest by themselves. */
class Host {
  readonly redirectUrl = claudesCallback
  readonly clientMetadata = { client_name: 'A chat host', redirect_uris: [claudesCallback] }
  client: any
  held: any
  verifier = ''
  /** where the client sent the person's browser */
  asked: URL | undefined
  discovered: any

  state = () => 'of this host'
  clientInformation = () => this.client
  saveClientInformation = (client: unknown) => void (this.client = client)
  tokens = () => this.held
  saveTokens = (tokens: unknown) => void (this.held = tokens)
  redirectToAuthorization = (url: URL) => void (this.asked = url)
  saveDiscoveryState = (state: unknown) => void (this.discovered = state)
  discoveryState = () => this.discovered
  saveCodeVerifier = (verifier: string) => void (this.verifier = verifier)
  codeVerifier = () => this.verifier
}

interface Session {
  readonly version: string | undefined
  tools(): Promise<string[]>
  call(name: string, args: object): Promise<Record<string, any>>
  close(): Promise<void>
}

/** An official client of one protocol version: `back` finishes what it began when it found itself without a token. */
interface Era {
  readonly name: string
  readonly open: (url: URL, host: Host, back: (host: Host) => Promise<URLSearchParams>) => Promise<Session>
}

const eras: readonly Era[] = [
  {
    name: '2025-11-25',
    async open(url, host, back) {
      const client = new Client2025({ name: 'host', version: '1' })
      const transport = () => new Transport2025(url, { authProvider: host })
      const first = transport()
      try {
        await client.connect(first as never)
      } catch (error) {
        if (!(error instanceof Unauthorized2025)) throw error
        await first.finishAuth((await back(host)).get('code') ?? '')
        await client.connect(transport() as never)
      }
      return {
        version: '2025-11-25',
        tools: async () => (await client.listTools()).tools.map(({ name }) => name),
        call: async (name, args) => (await client.callTool({ name, arguments: { ...args } })) as Record<string, any>,
        close: () => client.close(),
      }
    },
  },
  {
    name: '2026-07-28',
    async open(url, host, back) {
      const client = () => new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode: 'auto' } })
      const transport = () => new StreamableHTTPClientTransport(url, { authProvider: host })
      let connected = client()
      const first = transport()
      try {
        await connected.connect(first)
      } catch (error) {
        if (!(error instanceof UnauthorizedError)) throw error
        // all of it: this one checks whose answer it is
        await first.finishAuth(await back(host))
        connected = client()
        await connected.connect(transport())
      }
      return {
        version: connected.getNegotiatedProtocolVersion(),
        tools: async () => (await connected.listTools()).tools.map(({ name }) => name),
        call: async (name, args) => (await connected.callTool({ name, arguments: { ...args } })) as Record<string, any>,
        close: () => connected.close(),
      }
    },
  },
]

describe('a host connects for a person', () => {
  const { server, cast } = withCast()

  /** The person's part, in their browser. */
  const allowing =
    (person: Person) =>
    async ({ asked }: Host): Promise<URLSearchParams> => {
      const shown = await showConsent(server.url, asked?.searchParams.toString() ?? '', person.session)
      expect(shown.text).to.include('<b>Claude</b> wants to work for you')
      const { location } = await sayOn(server.url, shown, person.session, 'allow')
      return location?.searchParams ?? new URLSearchParams()
    }
  const nobody = (): Promise<URLSearchParams> => Promise.reject(new Error('the person was asked again'))

  for (const { name, open } of eras) {
    // SPEC: oauth from a chat-assistant
    // SPEC: chat-assistant hosts always sign
    it(`with the official client of ${name}: finds the way, is let in, works, renews and is ended`, async () => {
      const { ada, hub, bensAgent } = cast
      const address = new URL(`${server.url}/mcp`)
      const host = new Host()
      const session = await open(address, host, allowing(ada))
      expect(session.version).to.equal(name)
      expect(host.asked?.searchParams.get('resource')).to.equal(`${server.url}/mcp`)

      const tools = await session.tools()
      expect(tools).to.include.members(['show_svc', 'post_reply', 'edit_pad'])
      expect(tools).not.to.include.members(['link', 'rotate_key', 'set_handle', 'mint_subagent'])
      const args = { hub: hub.slug, title: `By ${name}`, body: 'Good morning from both of us.' }
      const { structuredContent: started } = await session.call('start_thread', args)
      const { thread_id } = started
      const read = await bensAgent.call('open_thread', { thread_id })
      expect(read.text).to.include('Ada @ada · via Claude')
      const refused = await session.call('invite', { hub: hub.slug })
      expect(refused).to.deep.include({ isError: true })
      expect(refused['structuredContent']).to.include({ error: 'forbidden', reason: 'host_cannot' })

      const first = host.held
      await server.advance(lifetimes.accessToken)
      expect((await session.call('open_thread', { thread_id }))['structuredContent'].thread_id).to.equal(thread_id)
      expect(host.held.access_token).not.to.equal(first.access_token)
      await session.close()
      const again = await open(address, host, nobody)
      await again.call('post_reply', { thread_id, body: 'Still here.' })

      const mine = ({ kind }: { kind: string }) => kind === 'oauth'
      const [{ credential_id }] = (await ada.settings('credentials')).body['connections'].filter(mine)
      await ada.settings('revoke', { credential_id })
      expect((await ada.settings('credentials')).body['connections'].filter(mine)).to.deep.equal([])
      const bearer = { Authorization: `Bearer ${host.held.access_token}` }
      const { status, headers } = await postOAuth(server.url, '/mcp', {}, bearer)
      expect(status).to.equal(401)
      expect(headers.get('WWW-Authenticate')).to.include('error="invalid_token"')
      await again.close()
    })
  }
})
