import { expect } from 'chai'
import { openSend } from '../../actors/runtime/wire/send.ts'
import { mailboxCap } from '../../actors/runtime/numbers.ts'
import { connectCommands } from '../../actors/runtime/wire/commands.ts'
import { ready } from '../../src/redis/connect.ts'
import { mailboxKey } from '../../src/redis/keys.ts'
import { freshRedis, type TestRedis } from '../support/stores.ts'

describe('messages sent in one turn of the event loop', () => {
  let store: TestRedis
  let redis: ReturnType<typeof connectCommands>

  before(async () => {
    store = await freshRedis()
    redis = connectCommands({ url: store.url, name: 'svc test', onError: () => undefined })
    await ready(redis, 10_000)
  })
  after(() => redis.disconnect())

  const calls = async (): Promise<number> =>
    Number(/cmdstat_evalsha:calls=(\d+)/.exec(await store.redis.info('commandstats'))?.[1] ?? 0)
  const bodies = async (shard: number): Promise<string[]> =>
    (await store.redis.xrange(mailboxKey(shard), '-', '+')).map(([, fields]) => fields[1] ?? '')

  it('reach their mailboxes in order with one command, each told whether its own took it', async () => {
    const send = openSend(redis)
    // Redis then knows the script
    await send(9, 'first')
    await store.redis.eval(`for n = 1, ${mailboxCap} do redis.call('XADD', KEYS[1], '*', 'm', n) end`, 1, mailboxKey(7))
    const before = await calls()
    const taken = await Promise.all([send(3, 'a'), send(7, 'too many'), send(4, 'b'), send(3, 'c')])
    expect(taken).to.deep.equal([true, false, true, true])
    expect((await calls()) - before).to.equal(1)
    expect([await bodies(3), await bodies(4)]).to.deep.equal([['a', 'c'], ['b']])
    expect(await store.redis.xlen(mailboxKey(7))).to.equal(mailboxCap)
  })

  it('all fail where Redis does not answer', async () => {
    const send = openSend(redis)
    redis.disconnect()
    const failed = await Promise.allSettled([send(5, 'a'), send(6, 'b')])
    expect(failed.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected'])
    expect(await bodies(5)).to.deep.equal([])
  })
})
