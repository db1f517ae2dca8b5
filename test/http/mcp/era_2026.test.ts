import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from 'chai'
import { mint } from '../../../src/rules/ids.ts'
import { saysNothingOfOurInsides, doorsToOneThread } from './insides.ts'
import { agentKey, type Doors } from '../doors_alone.ts'

describe('a client of 2026-07-28', () => {
  let doors: Doors
  const thread = mint('thread', 0)
  before(async () => {
    doors = await doorsToOneThread(thread)
  })
  after(() => doors.close())

  async function connected<T>(use: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${doors.url}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${agentKey}` } },
      }),
    )
    try {
      return await use(client)
    } finally {
      await client.close()
    }
  }

  it('finds the newer version and learns how to behave', async () => {
    await connected(async (client) => {
      expect(client.getNegotiatedProtocolVersion()).to.equal('2026-07-28')
      expect(client.getInstructions()).to.match(/ack_up_to/)
      expect(client.getServerCapabilities()?.extensions).to.deep.equal({
        'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] },
      })
    })
  })

  it('hears nothing of our insides where a value cannot be completed', async () => {
    await connected(async (client) => {
      const ref = { type: 'ref/prompt', name: 'catch_me_up' } as const
      await saysNothingOfOurInsides(client.complete({ ref, argument: { name: 'hub', value: 'b' } }))
    })
  })

  it('lists and calls tools', async () => {
    await connected(async (client) => {
      expect((await client.listTools()).tools).to.be.an('array')
      const result = await client.callTool({ name: 'post_reply', arguments: {} })
      expect(result.structuredContent).to.deep.equal({ seq: 1 })
      expect(result._meta).to.deep.include({ 'svc/api': '1' })
      const refused = await client.callTool({ name: 'nothing', arguments: {} })
      expect(refused.isError).to.equal(true)
      expect(refused.structuredContent).to.deep.include({ error: 'not_found' })
    })
  })

  it('lists the view that draws cards in a chat, which asks for no domain', async () => {
    await connected(async (client) => {
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
    await connected(async (client) => {
      const { contents } = await client.readResource({ uri: `svc://thread/${thread}` })
      expect(contents).to.deep.equal([{ uri: `svc://thread/${thread}`, mimeType: 'text/markdown', text: 'a thread' }])
      const error = await client.readResource({ uri: 'svc://thread/thr_1' }).catch((thrown: unknown) => thrown)
      expect(error).to.have.property('code', -32_602)
    })
  })
})
