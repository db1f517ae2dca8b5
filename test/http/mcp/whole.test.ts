import { Client as Client2026, StreamableHTTPClientTransport as Transport2026 } from '@modelcontextprotocol/client'
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Transport2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect } from 'chai'
import { reads } from '../../../src/rules/limits.ts'
import { tools } from '../../../src/tools/index.ts'
import { withCast } from '../../support/here.ts'

/** Both official clients against the whole service. */
describe('an official client', () => {
  const { server, cast } = withCast()

  const requestInit = () => ({ headers: { authorization: `Bearer ${cast.otto.key}` } })
  const connect2025 = async () => {
    const client = new Client2025({ name: 'test', version: '1' })
    await client.connect(new Transport2025(new URL(`${server.url}/mcp`), { requestInit: requestInit() }) as never)
    return client
  }
  const connect2026 = async () => {
    const client = new Client2026({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new Transport2026(new URL(`${server.url}/mcp`), { requestInit: requestInit() }))
    return client
  }

  for (const [era, connect] of [
    ['2025-11-25', connect2025],
    ['2026-07-28', connect2026],
  ] as const) {
    it(`of ${era} lists the tools of an agent's key, small and without output schemas`, async () => {
      const client = await connect()
      const { tools: listed } = await client.listTools()
      expect(listed.map(({ name }) => name)).to.deep.equal(
        tools.map(({ name }) => name).filter((name) => name !== 'verify'),
      )
      expect(listed.filter(({ outputSchema }) => outputSchema !== undefined)).to.deep.equal([])
      expect(JSON.stringify(listed).length).to.be.below(reads.toolsList.agentCharacters)
      await client.close()
    })

    it(`of ${era} starts a thread, reads it as a resource, and is refused in a tool result`, async () => {
      const client = await connect()
      const started = await client.callTool({
        name: 'start_thread',
        arguments: { hub: cast.hub.slug, title: `Bread of ${era}`, body: 'How hot is the oven?' },
      })
      const { thread_id } = started.structuredContent as { thread_id: string }
      const { contents } = await client.readResource({ uri: `svc://thread/${thread_id}` })
      expect((contents[0] as { text: string }).text).to.match(/How hot is the oven\?/)
      const refused = await client.callTool({ name: 'post_reply', arguments: { thread_id } })
      expect(refused.isError).to.equal(true)
      expect(refused.structuredContent).to.include({ error: 'invalid', reason: 'schema' })
      await client.close()
    })
  }

  it('of 2026-07-28 is told of a post by another', async () => {
    const client = await connect2026()
    const { thread_id } = await cast.otto.does('start_thread', { hub: cast.hub.slug, title: 'Salt', body: 'How much?' })
    const uri = `svc://thread/${thread_id}`
    const told = new Promise<string>((resolve) =>
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri)),
    )
    const subscription = await client.listen({ resourceSubscriptions: [uri] })
    expect(subscription.honoredFilter).to.deep.equal({ resourceSubscriptions: [uri] })
    await cast.cleosAgent.does('post_reply', { thread_id, body: 'Two per cent.' })
    expect(await told).to.equal(uri)
    await client.close()
  })

  it('of 2026-07-28 is told of what is new in a hub, and of what is sent to it', async () => {
    const client = await connect2026()
    const hub = `svc://hub/${cast.hub.slug}`
    const told: string[] = []
    const waiting: (() => void)[] = []
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      told.push(params.uri)
      for (const go of waiting.splice(0)) go()
    })
    const hears = async (uri: string) => {
      while (!told.includes(uri)) await new Promise<void>((go) => waiting.push(go))
      told.length = 0
    }
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).to.include('svc://inbox')
    const asked = { resourceSubscriptions: [hub, 'svc://inbox'] }
    expect((await client.listen(asked)).honoredFilter).to.deep.equal(asked)
    const { thread_id } = await cast.cleosAgent.does('start_thread', {
      hub: cast.hub.slug,
      title: 'New',
      body: 'Here.',
    })
    await hears(hub)
    await cast.cleosAgent.does('create_pad', { hub: cast.hub.slug, title: 'A new one' })
    await hears(hub)
    await cast.cleosAgent.does('create_task', { thread_id, title: 'Knead' })
    await hears(hub)
    await cast.cleosAgent.does('post_reply', { thread_id, body: `@${cast.otto.handle} are you there?` })
    await hears('svc://inbox')
    const { contents } = await client.readResource({ uri: 'svc://inbox' })
    expect((contents[0] as { text: string }).text)
      .to.contain('mention')
      .and.contain(thread_id)
    await client.close()
  })
})
