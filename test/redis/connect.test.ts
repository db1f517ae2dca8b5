import { once } from 'node:events'
import { expect } from 'chai'
import { connectRedis, connectSubscriber, ready } from '../../src/redis/connect.ts'
import { freshRedis, type TestRedis } from '../support/stores.ts'
import { openWire, type Wire } from '../support/tcp.ts'

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
    const redis = connectRedis({ url: `redis://${wire.address}`, pulse })
    await ready(redis, 10_000)
    await redis.set('said', 'before')
    wire.fallSilent()
    expect(await again(() => redis.get('said'))).to.equal('before')
    redis.disconnect()
  })

  it('is opened anew by a subscriber, who hears what is said from then on', async () => {
    const listener = connectSubscriber({ url: `redis://${wire.address}`, pulse })
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
