import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from 'chai'
import { once } from 'node:events'
import { connect } from 'node:net'
import { useFakeTimers } from 'sinon'
import type { Config } from '../../../src/config.ts'
import type { DoorParts } from '../../../src/http/door_parts.ts'
import { rateLimited, unauthenticated } from '../../../src/rules/errors.ts'
import { mint } from '../../../src/rules/ids.ts'
import { subscriptions } from '../../../src/rules/limits.ts'
import { minutes } from '../../../src/rules/units.ts'
import { caller } from '../../support/caller.ts'
import { until } from '../../support/until.ts'
import { agentKey, type Doors, oauthToken, openDoors, said } from '../doors_alone.ts'

describe('subscriptions/listen', () => {
  const [thread, pad, secret, hub] = [mint('thread', 0), mint('pad', 0), mint('thread', 1), mint('hub', 0)]
  const uriOf = { thread: `svc://thread/${thread}`, pad: `svc://pad/${pad}`, secret: `svc://thread/${secret}` }
  let doors: Doors
  let watchers = new Set<(id: string) => void>()
  let readable = new Set<string>()
  let revoked = false
  let looked = 0
  let slugsAsked: (readonly string[])[] = []

  const scripted: Partial<DoorParts> = {
    async readable(_, ids) {
      looked++
      return new Set(ids.filter((id) => readable.has(id)))
    },
    async hubsWithSlugs(_, slugs) {
      slugsAsked.push(slugs)
      return new Map(slugs.includes('orchard') ? [['orchard', hub]] : [])
    },
    watch(ids, changed) {
      const watcher = (id: string): void => {
        if (ids.includes(id)) changed(id)
      }
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    async callerOf() {
      if (revoked) throw unauthenticated('revoked', 'This credential is not valid or was revoked.')
      return { id: mint('agent', 0), connection: 'agent_key', scopes: ['svc:read'] } as never
    },
  }

  beforeEach(async () => {
    watchers = new Set()
    readable = new Set([thread, pad, hub])
    revoked = false
    looked = 0
    slugsAsked = []
    doors = await openDoors(() => said('a thing'), { resourceSubscriptions: 3 }, { doors: scripted })
  })
  afterEach(() => doors.close())

  async function connected(token = agentKey) {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    const told: string[] = []
    const waiting: (() => void)[] = []
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      told.push(params.uri)
      for (const wake of waiting.splice(0)) wake()
    })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${doors.url}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
      }),
    )
    const next = (): Promise<void> => new Promise((resolve) => waiting.push(resolve))
    return { client, told, next }
  }
  const change = (id: string): void => {
    for (const watcher of watchers) watcher(id)
  }

  it('tells of a change of what was asked for, and of nothing else', async () => {
    const { client, told, next } = await connected()
    const subscription = await client.listen({ resourceSubscriptions: [uriOf.thread] })
    expect(subscription.honoredFilter).to.deep.equal({ resourceSubscriptions: [uriOf.thread] })
    const heard = next()
    change(pad)
    change(thread)
    await heard
    expect(told).to.deep.equal([uriOf.thread])
    await subscription.close()
    await until(() => watchers.size === 0, 'nobody watches')
    await client.close()
  })

  it('leaves out what cannot be read, as what is missing', async () => {
    const { client } = await connected()
    const asked = [uriOf.secret, `svc://thread/${mint('thread', 2)}`, 'svc://x', uriOf.pad]
    const subscription = await client.listen({ resourceSubscriptions: asked })
    expect(subscription.honoredFilter).to.deep.equal({ resourceSubscriptions: [uriOf.pad] })
    await client.close()
  })

  it('tells of a hub under each of its addresses that was asked for', async () => {
    const { client, told, next } = await connected()
    const both = ['svc://hub/orchard', `svc://hub/${hub}`]
    const subscription = await client.listen({ resourceSubscriptions: [...both, ...both, 'svc://hub/nowhere'] })
    expect(subscription.honoredFilter).to.deep.equal({ resourceSubscriptions: both })
    change(hub)
    while (told.length < 2) await next()
    expect(told).to.deep.equal(both)
    await client.close()
  })

  it('takes the first addresses of many, and looks for all of them at once', async () => {
    const { client } = await connected()
    const many = Array.from({ length: subscriptions.addresses * 3 }, (_, n) => `svc://hub/hub-${n}`)
    const asked = ['svc://hub/orchard', ...many, uriOf.pad]
    const subscription = await client.listen({ resourceSubscriptions: asked })
    expect(subscription.honoredFilter).to.deep.equal({ resourceSubscriptions: ['svc://hub/orchard'] })
    expect(slugsAsked.map(({ length }) => length)).to.deep.equal([subscriptions.addresses])
    expect(looked).to.equal(1)
    await client.close()
  })

  it('looks again before every notice', async () => {
    const { client, told, next } = await connected()
    await client.listen({ resourceSubscriptions: [uriOf.thread, uriOf.pad] })
    readable = new Set([pad])
    const heard = next()
    change(thread)
    change(pad)
    await heard
    expect(told).to.deep.equal([uriOf.pad])
    await client.close()
  })

  it('ends with the credential', async () => {
    const { client } = await connected()
    const subscription = await client.listen({ resourceSubscriptions: [uriOf.thread] })
    revoked = true
    change(thread)
    expect(await subscription.closed).to.equal('graceful')
    expect(watchers.size).to.equal(0)
    await client.close()
  })

  // token revocation and the hour of an access token are no change of anything that is watched
  it('ends with the credential where nothing changes, too: its place is free again within a minute', async () => {
    const time = useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { client } = await connected()
      const subscription = await client.listen({ resourceSubscriptions: [uriOf.thread] })
      time.tick(minutes(2))
      revoked = true
      time.tick(minutes(1))
      expect(await subscription.closed).to.equal('graceful')
      expect(watchers.size).to.equal(0)
      expect(time.countTimers()).to.equal(0)
      await client.close()
    } finally {
      time.restore()
    }
  })

  // SPEC: MCP endpoint > resource subscriptions 0
  // SPEC: Events > mcp resource subscriptions
  it('holds so many streams, nobody more than it has left for the others, and refuses the next until one ends', async () => {
    const { listens, close } = await agentsOf([0, 1, 2, 3], { resourceSubscriptions: 6 })
    const [first] = [await listens(0), await listens(0), await listens(0)]
    await refused(listens(0), 'half of them')
    for (const other of [1, 1, 2]) await listens(other)
    await refused(listens(3), 'all are taken')
    expect(looked, 'not for those refused').to.equal(6)
    await first.close()
    await until(() => watchers.size === 5, 'five watch')
    await refused(listens(0), 'the last is for somebody without one')
    await listens(3)
    await close()
  })

  it('are reads for the pace, a human’s too: opened and closed in a loop they are refused', async () => {
    let left = 2
    const { listens, close } = await agentsOf([0], {}, () => {
      if (left-- === 0) throw rateLimited('reads', 'Wait.', { retry_after_seconds: 7 })
    })
    for (let n = 0; n < 2; n++) await (await listens(0)).close()
    expect(await listens(0).catch((error: unknown) => error))
      .to.include({ message: 'Wait.' })
      .and.have.nested.property('data.retry_after_seconds', 7)
    expect(looked, 'not for the one refused').to.equal(2)
    await close()
  })

  it('gives a place back where what was asked for could not be looked up', async () => {
    const { client } = await connected()
    revoked = true
    for (let n = 0; n < 3; n++)
      expect(await client.listen({ resourceSubscriptions: [uriOf.thread] }).catch((error: unknown) => error)).to.be.an(
        'error',
      )
    revoked = false
    const subscription = await client.listen({ resourceSubscriptions: [uriOf.thread] })
    expect(subscription.honoredFilter).to.deep.equal({ resourceSubscriptions: [uriOf.thread] })
    await subscription.close()
    await client.close()
  })

  it('leaves room for others: one credential holds eight', async () => {
    await doors.close()
    doors = await openDoors(() => said('a thing'), { resourceSubscriptions: subscriptions.perInstance })
    const { client } = await connected()
    const streams = []
    for (let n = 0; n < subscriptions.perCredential; n++) {
      streams.push(await client.listen({ resourceSubscriptions: [uriOf.thread] }))
    }
    const refused = await client.listen({ resourceSubscriptions: [uriOf.thread] }).catch((error: unknown) => error)
    expect(refused).to.be.an('error').with.property('message').that.match(/limit/i)
    const other = await connected(oauthToken)
    await (await other.client.listen({ resourceSubscriptions: [uriOf.thread] })).close()
    await Promise.all([client, other.client].map((one) => one.close()))
  })

  it('leaves room for others: one human holds sixteen, with all their agents', async () => {
    const { listens, close } = await agentsOf([0, 0, 0, 1], { resourceSubscriptions: subscriptions.perInstance })
    for (let n = 0; n < subscriptions.perHuman; n++) await listens(n % 2)
    await refused(listens(2), 'the seventeenth')
    await (await listens(3)).close()
    await close()
  })

  const refused = async (listening: Promise<unknown>, why: string) =>
    expect(await listening.catch((error: unknown) => error), why)
      .to.be.an('error')
      .with.property('message')
      .that.match(/limit/i)

  /** Agents, each of one of these humans. */
  async function agentsOf(
    humans: readonly number[],
    config: Partial<Config>,
    counted: DoorParts['listens'] = () => {},
  ) {
    await doors.close()
    const ids = humans.map((human) => mint('human', human))
    const agents = humans.map((human, n) => ({
      token: `dpa_${String(n).repeat(43)}`,
      caller: caller(mint('agent', n), {
        human_id: ids[humans.indexOf(human)]!,
        connection: 'agent_key',
        credential_id: mint('credential', n),
      }),
    }))
    doors = await openDoors(() => said('a thing'), config, {
      doors: {
        ...scripted,
        listens: counted,
        callerOf: async (sent) => agents.find(({ token }) => token === sent)!.caller,
      },
    })
    const clients = await Promise.all(agents.map(async ({ token }) => (await connected(token)).client))
    return {
      listens: (at: number) => clients[at]!.listen({ resourceSubscriptions: [uriOf.thread] }),
      close: () => Promise.all(clients.map((client) => client.close())),
    }
  }

  /** A stream whose client reads nothing after its head. */
  async function unreadStream(id: string): Promise<{ head: string; close: () => void }> {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const params = { notifications: { resourceSubscriptions: [uriOf.thread] }, _meta }
    const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'subscriptions/listen', params })
    const socket = connect(Number(new URL(doors.url).port), '127.0.0.1')
    socket.write(
      [
        'POST /mcp HTTP/1.1',
        `Host: ${new URL(doors.url).host}`,
        `Authorization: Bearer ${agentKey}`,
        'Content-Type: application/json',
        'Accept: application/json, text/event-stream',
        'MCP-Protocol-Version: 2026-07-28',
        'MCP-Method: subscriptions/listen',
        `Content-Length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    )
    const head = String((await once(socket, 'data'))[0])
    socket.pause()
    return { head, close: () => socket.destroy() }
  }

  it('writes no more than a few notices ahead of a client that does not read them', async () => {
    const { head, close } = await unreadStream('1')
    expect(head).to.match(/^HTTP\/1.1 200 OK/)
    await until(() => watchers.size === 1, 'it listens')
    // the sockets between them take some megabytes
    let [since, last] = [0, -1]
    for (let changes = 0; changes < 150_000 && since < 300; changes++) {
      change(thread)
      await new Promise(setImmediate)
      since = looked === last ? since + 1 : 0
      last = looked
    }
    expect(since, 'changes after which nobody looked any more').to.equal(300)
    close()
    await until(() => watchers.size === 0, 'nobody listens')
  })

  it('takes no id that each notice would have to repeat at length', async () => {
    const { head, close } = await unreadStream('i'.repeat(subscriptions.id + 1))
    expect(head).to.include('The id is longer than 200 characters').and.include(':-32600')
    expect(watchers.size).to.equal(0)
    close()
  })

  it('ends when the instance stops', async () => {
    const { client } = await connected()
    const subscription = await client.listen({ resourceSubscriptions: [uriOf.thread] })
    await doors.app.close()
    expect(await subscription.closed).to.equal('graceful')
    await client.close()
  })

  it('is not offered where it is switched off', async () => {
    await doors.close()
    doors = await openDoors(() => said('a thing'), { resourceSubscriptions: 0 })
    const { client } = await connected()
    expect(client.getServerCapabilities()?.resources).to.deep.equal({})
    await client.close()
  })
})
