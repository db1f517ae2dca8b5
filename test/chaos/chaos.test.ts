import { expect } from 'chai'
import { v7 } from 'uuid'
import { shardOf } from '../../actors/runtime/wire/mailbox.ts'
import { mailboxKey } from '../../src/redis/keys.ts'
import { minutes, seconds } from '../../src/rules/units.ts'
import { type Cluster, startCluster, until } from './cluster.ts'
import { faults, type Scene, setScene } from './faults.ts'
import { entriesIn } from './ledger.ts'

/** longer than one round of faults: CHAOS_SECONDS=600 */
const lasts = seconds(Number(process.env.CHAOS_SECONDS ?? 0))
/** what waits several times in a row, each time as long as a starved machine may take */
const longer = new Set([
  faults['a PostgreSQL that has no connection left'],
  faults['a host that stands still for a minute'],
  faults['SIGTERM of every host and every front-end in turn, as a deploy does it'],
])

describe('under faults, with real processes', function () {
  this.timeout(minutes(2) + lasts)
  let cluster: Cluster
  let scene: Scene

  before(async () => {
    cluster = await startCluster()
    scene = await setScene(cluster)
    await cluster.calm(scene.hosts)
  })
  after(() => cluster.stop())

  for (const [name, fault] of Object.entries(faults))
    it(`writes go on after ${name}`, async function () {
      // on a starved machine its message may be refused as crowded; nothing else is tried again
      if (fault === faults['a host frozen between its decision and its commit']) this.retries(2)
      if (longer.has(fault)) this.timeout(minutes(6) + lasts)
      await fault(scene)
      await cluster.calm(scene.hosts)
    })

  if (lasts > 0)
    it('writes go on however long faults follow one another', async () => {
      const names = Object.keys(faults)
      for (const ends = performance.now() + lasts; performance.now() < ends; ) {
        const name = names[Math.floor(Math.random() * names.length)] as string
        await faults[name]?.(scene)
        await cluster.calm(scene.hosts)
      }
    })

  it('and in the end nothing is lost, misnumbered, doubled, applied after a refusal, or without a record', async () => {
    for (const front of scene.fronts) front.send({ order: 'end' })
    await Promise.all(scene.fronts.map(({ idle }) => idle))
    await until(async () => (await cluster.sql`select 1 from outbox limit 1`).length === 0, 'the outbox is empty')
    const counts = await cluster.record.count(cluster.sql)
    console.log(
      `      ${cluster.record.answered()} writes answered, ${cluster.wokenWaits()} waits woken; ${JSON.stringify(counts)}`,
    )
    expect(counts).to.deep.equal({ lost: 0, wrong_seq: 0, doubled: 0, applied_after_refusal: 0, without_record: 0 })
    expect(cluster.missedWaits(), 'waits that slept through a change').to.equal(0)
  })
})

describe('a message that kills its host', function () {
  this.timeout(minutes(2))
  let cluster: Cluster

  before(async () => {
    cluster = await startCluster()
  })
  after(() => cluster.stop())

  it('kills three, becomes a dead letter, and its neighbours are served', async () => {
    const to = 'deadly'
    const put = (entry: string, mishap?: string) =>
      cluster.redis.xadd(
        mailboxKey(shardOf(to)),
        '*',
        'm',
        JSON.stringify({
          v: 1,
          id: v7(),
          actor: 'ledger',
          to,
          operation: 'append',
          args: { ledger: to, entry, mishap },
        }),
      )
    await put('before')
    await put('deadly', 'kills its host')
    await put('after')
    let deaths = 0
    for (;;) {
      const host = await cluster.host()
      const survived = until(async () => (await entriesIn(cluster.sql, to)).length === 2, 'both neighbours are stored')
      if ((await Promise.race([host.gone, survived.catch((error: unknown) => String(error))])) === undefined) break
      deaths++
      await cluster.endLeases()
    }
    expect(deaths).to.equal(3)
    expect((await entriesIn(cluster.sql, to)).map(({ entry }) => entry)).to.deep.equal(['before', 'after'])
    const letters = await cluster.sql<{ error: string }[]>`select error from dead_letter`
    expect(letters.map(({ error }) => error)).to.have.length(1)
    expect(letters[0]?.error).to.contain('died 3 times')
  })
})
