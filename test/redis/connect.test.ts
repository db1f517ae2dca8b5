import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { expect } from 'chai'
import { connectRedis, connectSubscriber, ready } from '../../src/redis/connect.ts'
import { freshRedis, type TestRedis } from '../support/stores.ts'

describe('a connection to Redis that dies without a word', () => {
  const pulse = { every: 20, patience: 200 }
  let behind: TestRedis
  let wire: Wire

  before(async () => {
    behind = await freshRedis()
    wire = await openWire(behind.url.split('?')[0] as string)
  })
  after(() => wire.close())

  it('is opened anew, and what is asked afterwards is answered', async () => {
    const redis = connectRedis({ url: wire.url, pulse })
    await ready(redis, 10_000)
    await redis.set('said', 'before')
    wire.fallSilent()
    expect(await again(() => redis.get('said'))).to.equal('before')
    redis.disconnect()
  })

  it('is opened anew by a subscriber, who hears what is said from then on', async () => {
    const listener = connectSubscriber({ url: wire.url, pulse })
    await listener.subscribe('news')
    wire.fallSilent()
    const heard = once(listener, 'message')
    let goOn = true
    void heard.then(() => (goOn = false))
    while (goOn) await behind.redis.publish('news', 'hello')
    expect(await heard).to.deep.equal(['news', 'hello'])
    listener.disconnect()
  })
})

/** A command that was on its way fails when its connection is given up. */
const again = <T>(ask: () => Promise<T>): Promise<T> => ask().catch(() => again(ask))

interface Wire {
  readonly url: string
  /** What is open carries nothing any more, and nobody is told; new connections work. */
  fallSilent(): void
  close(): void
}

/** TCP in front of a server that listens on a socket's path. */
async function openWire(path: string): Promise<Wire> {
  const open = new Set<readonly [Socket, Socket]>()
  const server: Server = createServer((near) => {
    const far = connect(path)
    for (const end of [near, far]) end.on('error', () => undefined)
    near.pipe(far).pipe(near)
    open.add([near, far])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fallSilent() {
      for (const [near, far] of open) {
        near.unpipe(far)
        far.unpipe(near)
        near.resume()
        far.resume()
      }
    },
    close() {
      server.close()
      for (const pair of open) for (const end of pair) end.destroy()
    },
  }
}
