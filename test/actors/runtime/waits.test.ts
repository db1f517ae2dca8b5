import { expect } from 'chai'
import type { Front } from '../../../actors/runtime/front/front.ts'
import type { Host } from '../../../actors/runtime/host/host.ts'
import type { Hold } from '../../../actors/runtime/front/hold.ts'
import { ledger } from '../../chaos/ledger.ts'
import { type Running, startRunning } from './running.ts'
import { refusalOf } from '../../support/refusal.ts'
import { until } from '../../support/until.ts'

describe('waiting for a change', () => {
  let running: Running
  let host: Host
  let front: Front
  let other: Front
  let people = 0

  before(async () => {
    running = await startRunning()
    host = await running.host()
    front = await running.front()
    other = await running.front()
  })
  after(() => running.stop())

  const append = (id: string) => other.ask(ledger, id, 'append', { ledger: id, entry: 'x' })
  const lastSeq = async (id: string) =>
    (await running.sql<{ last_seq: number }[]>`select last_seq from ledger where id = ${id}`)[0]?.last_seq ?? 0
  const held = (id: string, since: number, rest: Partial<Hold<number>> = {}, at = front) =>
    at.waits.hold<number>({
      participant: `person ${++people}`,
      actor: id,
      milliseconds: 20_000,
      isNewer: ({ version }) => version > since,
      async check() {
        const seq = await lastSeq(id)
        return seq > since ? seq : undefined
      },
      ...rest,
    })
  const open = (n: number) => until(() => front.waits.counts.open === n, `${n} open waits`)

  it('ends with a change that another instance made', async () => {
    const wait = held('a', 0)
    await open(1)
    await append('a')
    expect(await wait).to.equal(1)
    expect(front.waits.counts.open).to.equal(0)
  })

  it('answers at once where the change is older than the wait', async () => {
    await append('b')
    expect(await held('b', 0)).to.equal(1)
  })

  it('misses no change, however close it falls to the beginning', async () => {
    for (let n = 0; n < 60; n++) {
      const [news] = await Promise.all([held('c', n), append('c')])
      expect(news).to.equal(n + 1)
    }
  })

  it('comes back with nothing new when the time is up', async () => {
    expect(await held('d', 0, { milliseconds: 30 })).to.equal(undefined)
  })

  it('ends with its client', async () => {
    const gone = new AbortController()
    const wait = held('e', 0, { signal: gone.signal })
    await open(1)
    gone.abort()
    expect(await wait).to.equal(undefined)
    expect(await held('e', 0, { signal: gone.signal })).to.equal(undefined)
    expect(front.waits.counts.open).to.equal(0)
  })

  it('checks once for all that would get the same answer', async () => {
    const news = { checked: 0 }
    const waits = Array.from({ length: 600 }, () =>
      front.waits.hold({
        participant: `person ${++people}`,
        actor: 'f',
        milliseconds: 20_000,
        renderKey: 'since 0',
        isNewer: ({ version }) => version > 0,
        async check() {
          if ((await lastSeq('f')) === 0) return undefined
          news.checked++
          return news
        },
      }),
    )
    await open(600)
    await append('f')
    const answers = await Promise.all(waits)
    expect(new Set(answers)).to.deep.equal(new Set([news]))
    expect(news.checked).to.equal(1)
  })

  it('does not check again for a wait that joins others of the same cursor', async () => {
    let checks = 0
    const same = {
      renderKey: 'since 0',
      async check() {
        checks++
        const seq = await lastSeq('quiet')
        return seq > 0 ? seq : undefined
      },
    }
    const first = held('quiet', 0, same)
    await until(() => checks === 1, 'the first check')
    await open(1)
    const others = Array.from({ length: 40 }, () => held('quiet', 0, same))
    await open(41)
    expect(checks).to.equal(1)
    await append('quiet')
    expect(new Set(await Promise.all([first, ...others]))).to.deep.equal(new Set([1]))
    expect(checks).to.equal(2)
  })

  it('refuses the fifth of a participant, on whatever instance, without saying when', async () => {
    const participant = 'busy one'
    const four = [front, other, front, other].map((at) => held('g', 0, { participant }, at))
    await until(async () => (await running.redis.zcard(`waits:${participant}`)) === 4, 'four slots')
    const refusal = await refusalOf(held('g', 0, { participant }))
    expect([refusal.code, refusal.reason]).to.deep.equal(['rate_limited', 'waits'])
    expect(refusal.details).not.to.have.property('retry_after_seconds')
    await append('g')
    expect(await Promise.all(four)).to.deep.equal([1, 1, 1, 1])
    await until(async () => (await running.redis.zcard(`waits:${participant}`)) === 0, 'the slots are given back')
    expect(await held('g', 0, { participant })).to.equal(1)
  })

  it('looks again when the subscription was away, and when a commit was not heard', async () => {
    const wait = held('h', 0)
    await open(1)
    // a commit whose frame nobody hears
    await running.redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
    await append('h')
    expect(await wait).to.equal(1)

    const next = held('h', 1)
    await open(1)
    await running.sql`update ledger set last_seq = 2 where id = 'h'`
    const shard = (await import('../../../actors/runtime/wire/mailbox.ts')).shardOf('h')
    const [row] = await running.sql<
      { commits: number; epoch: number }[]
    >`select commits, epoch from shard where id = ${shard}`
    const frame = [shard, (row?.commits ?? 0) + 5, row?.epoch, 0, []]
    await running.redis.publish(`wake:${shard & 7}`, JSON.stringify([frame]))
    expect(await next).to.equal(2)
  })

  it('answers every held wait with nothing new when the process drains, and takes no writes', async () => {
    const waits = Array.from({ length: 20 }, () => held('i', 0))
    await open(20)
    await front.drain()
    expect(await Promise.all(waits)).to.deep.equal(Array.from({ length: 20 }, () => undefined))
    expect(await held('i', 0)).to.equal(undefined)
    const refusal = await refusalOf(front.ask(ledger, 'i', 'append', { ledger: 'i', entry: 'x' }))
    expect(refusal.code).to.equal('busy')
    expect(host.metrics().shards_level).to.equal(64)
  })
})
