import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect } from 'chai'
import { mint } from '../../../src/rules/ids.ts'
import { saysNothingOfOurInsides, doorsToOneThread } from './insides.ts'
import { agentKey, type Doors, oauthToken } from '../doors_alone.ts'

describe('a client of 2025-11-25', () => {
  let doors: Doors
  const thread = mint('thread', 0)
  before(async () => {
    doors = await doorsToOneThread(thread)
  })
  after(() => doors.close())

  async function connected<T>(token: string, use: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ name: 'test', version: '1' })
    const transport = new StreamableHTTPClientTransport(new URL(`${doors.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    })
    await client.connect(transport as never)
    try {
      return await use(client)
    } finally {
      await client.close()
    }
  }

  // SPEC: server info name svc
  // SPEC: MCP endpoint > transport streamable http
  // SPEC: server version 0.1.0
  it('connects and learns how to behave', async () => {
    await connected(agentKey, async (client) => {
      expect(client.getServerVersion()).to.deep.include({ name: 'svc', version: '0.1.0' })
      expect(client.getInstructions())
        .to.match(/ack_up_to/)
        .and.match(/airdrops/)
      expect(client.getServerCapabilities()).to.deep.equal({
        tools: {},
        resources: {},
        prompts: {},
        completions: {},
        extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
      })
    })
    await connected(oauthToken, async (client) => {
      expect(client.getInstructions())
        .to.match(/as_agent/)
        .and.match(/propose/)
    })
  })

  it('hears nothing of our insides where a value cannot be completed', async () => {
    await connected(agentKey, async (client) => {
      const ref = { type: 'ref/prompt', name: 'catch_me_up' } as const
      await saysNothingOfOurInsides(client.complete({ ref, argument: { name: 'hub', value: 'b' } }))
    })
  })

  it('lists and calls tools', async () => {
    await connected(agentKey, async (client) => {
      expect((await client.listTools()).tools).to.be.an('array')
      const result = await client.callTool({ name: 'post_reply', arguments: {} }, CallToolResultSchema)
      expect(result.structuredContent).to.deep.equal({ seq: 1 })
      const refused = await client.callTool({ name: 'nothing', arguments: {} }, CallToolResultSchema)
      expect(refused.isError).to.equal(true)
      await client.ping()
    })
  })

  it('holds a result against the output schema that a host is shown, refused or not', async () => {
    await connected(oauthToken, async (client) => {
      const { tools } = await client.listTools()
      expect(tools.every(({ outputSchema }) => outputSchema?.type === 'object')).to.equal(true)
      const done = await client.callTool({ name: 'post_reply', arguments: {} })
      expect(done.structuredContent).to.deep.equal({ seq: 1 })
      const refused = await client.callTool({ name: 'open_thread', arguments: { thread_id: 'x' } })
      expect(refused.structuredContent).to.include({ error: 'not_found' })
    })
  })

  // SPEC: embedded view: one mcp
  it('lists the view that draws cards in a chat, which asks for no domain', async () => {
    await connected(oauthToken, async (client) => {
      const { resources } = await client.listResources()
      expect(resources.map(({ name }) => name)).to.deep.equal([resources[0]?.name, 'inbox'])
      expect(resources[0]).to.include({ uri: 'ui://svc/view-v1.html', mimeType: 'text/html;profile=mcp-app' })
      expect(resources[0]?._meta?.['ui']).to.deep.equal({
        csp: { connectDomains: [], resourceDomains: [] },
        prefersBorder: false,
      })
    })
  })

  it('reads what an address names', async () => {
    await connected(agentKey, async (client) => {
      const { resourceTemplates } = await client.listResourceTemplates()
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).to.deep.equal([
        'svc://hub/{id}',
        'svc://thread/{id}',
        'svc://pad/{id}',
      ])
      const { contents } = await client.readResource({ uri: `svc://thread/${thread}` })
      expect(contents).to.deep.equal([{ uri: `svc://thread/${thread}`, mimeType: 'text/markdown', text: 'a thread' }])
      for (const uri of [`svc://thread/${mint('thread', 1)}`, 'svc://thread/thr_1', 'file:///etc/passwd']) {
        const error = await client.readResource({ uri }).catch((thrown: unknown) => thrown)
        expect(error).to.have.property('code', -32_002)
        // what stands before it is the client's own
        expect(error)
          .to.have.property('message')
          .that.matches(/^MCP error -32002: (?!.*MCP error)/)
      }
    })
  })
})
