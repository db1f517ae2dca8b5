import { Client as Newer, StreamableHTTPClientTransport as NewerTransport } from '@modelcontextprotocol/client'
import { Client as Older } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect } from 'chai'
import { endedWaitsChannel } from '../../../src/redis/keys.ts'
import { inputs, reads } from '../../../src/rules/limits.ts'
import { withCast } from '../../support/here.ts'
import { startsThread } from '../../support/made.ts'
import { until } from '../../support/until.ts'

/** Clients give up a call that takes longer than they want, or that their person stops, each in its protocol's way. */
describe('a wait that its client gives up', () => {
  const { server, cast } = withCast()
  const info = { name: 'hasty', version: '1.0.0' }
  let thread_id: string
  before(async () => void (thread_id = await startsThread(cast.otto, { hub: cast.hub.slug })))

  const waits = () => server.parts.front.waits.counts
  const address = () => new URL(`${server.url}/mcp`)
  const keyed = (key: string) => ({ requestInit: { headers: { Authorization: `Bearer ${key}` } } })

  interface Connected {
    waits(signal: AbortSignal): Promise<unknown>
    close(): Promise<void>
  }
  const call = () => ({ name: 'open_thread', arguments: { thread_id, wait: reads.wait.mostSeconds } })
  const clients: Readonly<Record<string, (key: string) => Promise<Connected>>> = {
    'of 2025-11-25': async (key) => {
      const client = new Older(info)
      await client.connect(new OlderTransport(address(), keyed(key)) as never)
      return { waits: (signal) => client.callTool(call(), undefined, { signal }), close: () => client.close() }
    },
    'of 2026-07-28': async (key) => {
      const client = new Newer(info, { versionNegotiation: { mode: 'auto' } })
      await client.connect(new NewerTransport(address(), keyed(key)))
      return { waits: (signal) => client.callTool(call(), { signal }), close: () => client.close() }
    },
  }

  for (const [era, connected] of Object.entries(clients))
    it(`is over and leaves its place to the next: a client ${era}`, async () => {
      const client = await connected(cast.cleosAgent.key)
      for (let n = 0; n < reads.wait.open + 1; n++) {
        const stopping = new AbortController()
        const given = client.waits(stopping.signal).then(
          () => 'answered',
          () => 'given up',
        )
        await until(() => waits().open === 1, 'the wait is held')
        stopping.abort()
        expect(await given).to.equal('given up')
        await until(() => waits().open === 0, 'the wait is over')
      }
      await client.close()
    })

  it('is none of another’s: the same name with another key ends nothing', async () => {
    const named = (key: string, body: object) =>
      fetch(address(), {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      })
    const waiting = named(cast.cleosAgent.key, { id: 7, method: 'tools/call', params: call() })
    await until(() => waits().open === 1, 'the wait is held')
    const gives = { method: 'notifications/cancelled', params: { requestId: 7 } }
    expect((await named(cast.bensAgent.key, gives)).status).to.equal(202)
    expect((await named(cast.cleosAgent.key, { ...gives, params: { requestId: '7' } })).status).to.equal(202)
    expect(waits().open).to.equal(1)
    await named(cast.cleosAgent.key, gives)
    const { result } = (await (await waiting).json()) as { result: { content: [{ text: string }] } }
    expect(result.content[0].text).to.contain('Nothing new')
  })

  it('is found by a short name: a long one is told to nobody', async () => {
    const told: string[] = []
    const hearing = server.parts.redis.duplicate()
    await hearing.subscribe(endedWaitsChannel)
    hearing.on('message', (_: string, text: string) => void told.push(text))
    for (const requestId of ['a'.repeat(inputs.requestId), 'b'.repeat(inputs.requestId + 1), 'last'])
      await fetch(address(), {
        method: 'POST',
        headers: { Authorization: `Bearer ${cast.bensAgent.key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }),
      })
    await until(() => told.at(-1)?.includes('last') === true, 'the last is told')
    expect(told.map((text) => JSON.parse(text).request.length)).to.deep.equal([inputs.requestId, 4])
    hearing.disconnect()
  })
})
