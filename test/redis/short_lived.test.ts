import { expect } from 'chai'
import { serviceClock } from '../../src/clock.ts'
import { connectRedis } from '../../src/redis/connect.ts'
import { openShortLived, type ShortLived } from '../../src/redis/short_lived.ts'
import { Refusal } from '../../src/rules/errors.ts'
import { minutes } from '../../src/rules/units.ts'
import { freshRedis, type TestRedis } from '../support/stores.ts'
import { openWire } from '../support/tcp.ts'
import { until } from '../support/until.ts'

describe('short-lived records', () => {
  const clock = serviceClock()
  const fields = { by_id: 'hum_1', target_id: 'hub_1', what: '7' }
  let shortLived: ShortLived
  let store: TestRedis

  before(async () => {
    store = await freshRedis()
    shortLived = await openShortLived({ redis: store.redis, clock })
  })
  after(() => shortLived.close())

  it('gives back what was put, field by field', async () => {
    const previews = shortLived.of('preview')
    await previews.put('pvw_a', fields, minutes(10))
    expect(await previews.get('pvw_a')).to.deep.equal(fields)
    expect(await store.redis.pttl('short:preview:pvw_a')).to.be.within(1, minutes(10))
  })

  it('keeps the time to live of a record that is put again', async () => {
    const previews = shortLived.of('preview')
    await previews.put('pvw_b', fields, minutes(10))
    await previews.put('pvw_b', { ...fields, what: '8' }, minutes(10))
    expect((await previews.get('pvw_b'))?.what).to.equal('8')
    expect(await store.redis.pttl('short:preview:pvw_b')).to.be.above(0)
  })

  it('keeps numbers numbers', async () => {
    const browsers = shortLived.of('known_browser')
    await browsers.put('one', { known: 123 }, minutes(10))
    expect(await browsers.get('one')).to.deep.equal({ known: 123 })
    expect(await browsers.take('one')).to.deep.equal({ known: 123 })
  })

  it('counts up one by one, however many do so at once, and nothing that is gone', async () => {
    const codes = shortLived.of('sign_in_code')
    await codes.put('code_a', { email: 'a@b.co', code_hash: 'x', next: '', tries: 0 }, minutes(60))
    const seen = await Promise.all(Array.from({ length: 8 }, () => codes.countTry('code_a')))
    expect(seen.map((one) => one?.tries)).to.have.members([1, 2, 3, 4, 5, 6, 7, 8])
    expect(await codes.get('code_a')).to.deep.equal({ email: 'a@b.co', code_hash: 'x', next: '', tries: 8 })
    expect(await store.redis.pttl('short:sign_in_code:code_a')).to.be.within(1, minutes(60))
    expect(await codes.countTry('code_none')).to.equal(undefined)
    expect(await store.redis.exists('short:sign_in_code:code_none')).to.equal(0)
  })

  it('has nothing for an id nobody put', async () => {
    expect(await shortLived.of('preview').get('pvw_none')).to.equal(undefined)
    expect(await shortLived.of('preview').take('pvw_none')).to.equal(undefined)
  })

  it('hands a record to one of many that take it', async () => {
    const previews = shortLived.of('preview')
    await previews.put('pvw_c', fields, minutes(10))
    const taken = await Promise.all(Array.from({ length: 20 }, () => previews.take('pvw_c')))
    expect(taken.filter((one) => one !== undefined)).to.deep.equal([fields])
    expect(await previews.get('pvw_c')).to.equal(undefined)
  })

  it('ends a record by the service clock', async () => {
    const previews = shortLived.of('preview')
    await previews.put('pvw_d', fields, minutes(10))
    clock.advanceTo(minutes(10))
    expect(await previews.get('pvw_d')).to.equal(undefined)
  })

  it('are refused as busy where Redis is full, and taken up again where there is room', async () => {
    const previews = shortLived.of('preview')
    await store.redis.config('SET', 'maxmemory', '1')
    try {
      await expectBusy(previews.put('pvw_d', fields, minutes(10)))
    } finally {
      await store.redis.config('SET', 'maxmemory', '0')
    }
    await previews.put('pvw_d', fields, minutes(10))
    expect(await previews.take('pvw_d')).to.deep.equal(fields)
  })

  it('wait for no Redis that is away or says nothing, and find it again', async () => {
    const wire = await openWire(store.url.split('?')[0] as string)
    const redis = connectRedis({ url: `redis://${wire.address}`, options: { maxRetriesPerRequest: 1 } })
    const behind = await openShortLived({ redis, clock, pulse: { every: 20, patience: 200 } })
    const previews = behind.of('preview')
    const isKept = () =>
      previews.put('pvw_e', fields, minutes(10)).then(
        () => true,
        () => false,
      )
    const goesOn = () => until(isKept, 'records are kept')
    await goesOn()
    wire.fallSilent()
    await expectBusy(previews.put('pvw_f', fields, minutes(10)))
    await goesOn()
    wire.close()
    wire.cut()
    await expectBusy(until(() => previews.get('pvw_e').then(() => false), 'the connection ends'))
    await behind.close()
    redis.disconnect()
  })

  it('stay for ever in no case, also where the connection ends as one is put', async () => {
    const wire = await openWire(store.url.split('?')[0] as string)
    const redis = connectRedis({ url: `redis://${wire.address}` })
    const behind = await openShortLived({ redis, clock })
    const ended = wire.cutAt('EXEC', 1)
    await expectBusy(behind.of('preview').put('pvw_g', fields, minutes(10)))
    await ended
    expect(await store.redis.pttl('short:preview:pvw_g')).not.to.equal(-1)
    await behind.close()
    redis.disconnect()
    wire.close()
  })

  async function expectBusy(work: Promise<unknown>): Promise<void> {
    const refused = await work.then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(refused).to.be.instanceOf(Refusal)
    expect(refused).to.include({ code: 'busy', reason: 'database' })
  }
})
