import { expect } from 'chai'
import { shardCount } from '../../../actors/runtime/numbers.ts'
import { runHost } from '../../../actors/runtime/host/host.ts'
import { ledger, toys } from '../../chaos/ledger.ts'
import { type Running, startRunning } from './running.ts'
import { until } from '../../support/until.ts'

describe('owning shards', () => {
  let running: Running

  beforeEach(async () => {
    running = await startRunning()
  })
  afterEach(() => running.stop())

  const owned = async () =>
    (await running.sql<{ owner: string; n: number }[]>`
      select owner, count(*)::int as n from shard where owner is not null group by owner`) as {
      owner: string
      n: number
    }[]

  it('a host alone owns all; drained, it leaves them clean and the next need not wait', async () => {
    const first = await running.host()
    await until(async () => (await owned())[0]?.n === shardCount, 'it owns all')
    const second = await running.host()
    await first.drain()
    await until(async () => {
      const [only] = await owned()
      return only?.owner === second.id && only.n === shardCount
    }, 'the other owns all')
    const [row] = await running.sql<{ epochs: number }[]>`select max(epoch) as epochs from shard`
    expect(row?.epochs).to.equal(2)
  })

  it('hands its surplus over one by one, and nothing is lost meanwhile', async () => {
    await running.host()
    const front = await running.front()
    await until(async () => (await owned())[0]?.n === shardCount, 'it owns all')
    const second = await running.host()
    let writing = true
    const written: number[] = []
    const writer = (async () => {
      while (writing) written.push((await front.ask(ledger, 'a', 'append', { ledger: 'a', entry: 'x' })).reply.seq)
    })()
    await until(() => second.metrics().shards_level >= 3, 'three have moved')
    writing = false
    await writer
    expect(written).to.deep.equal(written.map((_, n) => n + 1))
  })

  it('refuses what a host decides for a shard that it lost', async () => {
    const host = await running.host()
    const front = await running.front()
    const append = async () => (await front.ask(ledger, 'a', 'append', { ledger: 'a', entry: 'x' })).reply.seq
    expect(await append()).to.equal(1)
    // as another host's claim would after the lease
    await running.sql`update shard set epoch = epoch + 1, owner = null, lease_until = '-infinity'`
    expect(await append()).to.equal(2)
    expect(host.metrics().shards_lost).to.be.greaterThan(0)
  })

  it('learns from the offsets what became of a commit whose answer was lost', async () => {
    const host = await running.host()
    const front = await running.front()
    const append = async () => (await front.ask(ledger, 'a', 'append', { ledger: 'a', entry: 'x' })).reply.seq
    expect(await append()).to.equal(1)
    let writing = true
    const seqs: number[] = []
    const writer = (async () => {
      while (writing) seqs.push(await append())
    })()
    for (let times = 0; times < 10; times++) {
      const before = seqs.length
      await running.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'svc host%writer%'`
      await until(() => seqs.length > before + 5, 'writes go on')
    }
    writing = false
    await writer
    expect(seqs).to.deep.equal(seqs.map((_, n) => n + 2))
    expect(host.metrics().batches_failed).to.be.greaterThan(0)
  })

  // a replica that takes over may lack what was committed last
  it('reads the states of all its actors anew after a database that failed over lost its last commits', async () => {
    await running.host()
    const front = await running.front()
    const append = async (id: string) => (await front.ask(ledger, id, 'append', { ledger: id, entry: 'x' })).reply.seq
    const ids = ['a', 'b', 'c']
    for (const id of ids) for (const seq of [1, 2, 3]) expect(await append(id)).to.equal(seq)
    await running.sql`update ledger set last_seq = 2`
    await running.sql`delete from entry where seq > 2`
    await running.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'svc host%writer%'`
    for (const id of ids) expect(await append(id), id).to.equal(3)
  })

  it('does not start where the database holds another number of shards', async () => {
    await running.sql`delete from shard where id = 63`
    const { databaseUrl, redisUrl, clock, log } = running
    let failed: unknown
    await runHost({ registry: toys, databaseUrl, redisUrl, clock, log }).catch((error: unknown) => (failed = error))
    expect(failed).to.have.property('message').that.contains('63 mailbox shards')
  })
})
