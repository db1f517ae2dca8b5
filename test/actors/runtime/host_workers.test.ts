import { expect } from 'chai'
import { type HostWorkers, startHostWorkers } from '../../../actors/runtime/host/host_workers.ts'
import { ledger } from '../../chaos/ledger.ts'
import { type Running, startRunning } from './running.ts'
import { until } from '../../support/until.ts'

describe('host threads', () => {
  let running: Running
  let threads: HostWorkers

  before(async () => {
    running = await startRunning()
    const { databaseUrl, redisUrl, log } = running
    const entry = new URL('./toy_worker.js', import.meta.url)
    threads = await startHostWorkers({ entry, threads: 2, databaseUrl, redisUrl, logLevel: 'silent', log })
  })
  after(async () => {
    await threads.drain()
    await running.stop()
  })

  const owners = async () =>
    (await running.sql`select distinct owner from shard where owner is not null`).map(({ owner }) => owner as string)

  it('share the shards between them and add up what they count', async () => {
    const front = await running.front()
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => front.ask(ledger, `l ${n}`, 'append', { ledger: `l ${n}`, entry: 'x' })),
    )
    await until(() => threads.metrics().messages >= 50, 'both have told')
    expect(threads.metrics().shards_claimed).to.be.at.least(64)
  })

  it('are started again when they die', async () => {
    const front = await running.front()
    const dying = front.ask(ledger, 'x', 'append', { ledger: 'x', entry: 'x', mishap: 'ends its thread' })
    dying.catch(() => undefined)
    await until(
      () => running.logged.some(({ message }) => message === 'a host thread died' || message === 'a host thread ended'),
      'it is noticed',
    )
    // as if its leases had ended
    await running.sql`delete from host`
    await running.sql`update shard set lease_until = '-infinity'`
    const append = () => front.ask(ledger, 'y', 'append', { ledger: 'y', entry: 'y' })
    await until(() => append().then(Boolean, () => false), 'writes go on')
  })

  it('give all shards back when they drain', async () => {
    await threads.drain()
    expect(await owners()).to.deep.equal([])
  })
})
