import { expect } from 'chai'
import { v4, v7 } from 'uuid'
import { mailboxKey } from '../../../src/redis/keys.ts'
import { type Envelope, sealEnvelope } from '../../../actors/runtime/wire/envelope.ts'
import { outboxResend } from '../../../actors/runtime/numbers.ts'
import { shardOf } from '../../../actors/runtime/wire/mailbox.ts'
import { insertTombstones } from '../../../sql/runtime/attempts.ts'
import { bookOf, entriesIn, ledger } from '../../chaos/ledger.ts'
import { withRunning } from './running.ts'
import { until } from '../../support/until.ts'
import { settings } from '../../support/world.ts'

describe('exactly once', () => {
  const { running, front } = withRunning()

  const envelope = (to: string, rest: Partial<Envelope> = {}): Envelope => ({
    id: v7(),
    actor: 'ledger',
    to,
    operation: 'append',
    args: { ledger: to, entry: 'x' },
    settings,
    ...rest,
  })
  /** as one pipeline, so that they lie side by side */
  const put = async (...envelopes: Envelope[]) => {
    const pipeline = running.redis.multi()
    for (const one of envelopes) pipeline.xadd(mailboxKey(shardOf(one.to)), '*', 'm', sealEnvelope(one))
    await pipeline.exec()
  }
  const settled = (to: string, entry: string) => front.ask(ledger, to, 'append', { ledger: to, entry })
  const entries = async (to: string) => (await entriesIn(running.sql, to)).map(({ entry }) => entry)

  it('applies an attempt once that lies in the mailbox twice', async () => {
    const twice = envelope('a')
    await put(twice, twice)
    await settled('a', 'last')
    expect(await entries('a')).to.deep.equal(['x', 'last'])
  })

  it('applies an attempt once that comes again after its commit, and its neighbours all the same', async () => {
    const twice = envelope('b')
    await put(twice)
    await settled('b', 'between')
    await put(envelope('b', { args: { ledger: 'b', entry: 'before' } }), twice)
    await settled('b', 'last')
    expect(await entries('b')).to.deep.equal(['x', 'between', 'before', 'last'])
  })

  it('never applies what its front-end has ended', async () => {
    const dead = envelope('c')
    expect(
      await insertTombstones(running.sql, [{ id: dead.id, shard: shardOf('c'), actor: 'c' }], new Date(0)),
    ).to.deep.equal([dead.id])
    await put(envelope('c', { args: { ledger: 'c', entry: 'fine' } }), dead)
    await settled('c', 'last')
    expect(await entries('c')).to.deep.equal(['fine', 'last'])
  })

  it('cannot end what is committed', async () => {
    const done = envelope('d')
    await put(done)
    await settled('d', 'last')
    expect(
      await insertTombstones(running.sql, [{ id: done.id, shard: shardOf('d'), actor: 'd' }], new Date(0)),
    ).to.deep.equal([])
  })

  it('commits what it decided in a quarter of a second, and the rest of the batch in the next, each once and in order', async () => {
    const ledgers = ['slow one', 'slow two', 'slow three']
    const all = [1, 2, 3].flatMap((n) =>
      ledgers.map((to) =>
        envelope(to, { args: { ledger: to, entry: `${n}`, ...(n < 3 && { mishap: 'takes long' as const }) } }),
      ),
    )
    await put(...all)
    for (const to of ledgers) await settled(to, 'last')
    for (const to of ledgers) expect(await entries(to)).to.deep.equal(['1', '2', '3', 'last'])
    const batches = await running.sql`select distinct at from message where id = any(${all.map(({ id }) => id)})`
    expect(batches.length).to.be.at.least(3)
  })

  it('does not begin what is too old', async () => {
    await put(envelope('e', { ttl: -1_000 }))
    await settled('e', 'last')
    expect(await entries('e')).to.deep.equal(['last'])
  })

  it('passes by what is no message, and keeps it', async () => {
    await running.redis.xadd(mailboxKey(shardOf('f')), '*', 'm', '{"v":99}\0')
    await put(envelope('f', { id: 'no uuid' }), envelope('f', { operation: 'no such message' }))
    await settled('f', 'last')
    expect(await entries('f')).to.deep.equal(['last'])
    const letters = await running.sql`select body from dead_letter`
    expect(letters).to.have.length(3)
  })

  it('finds the result in the attempt table where the reply is lost', async () => {
    const lost = running.redis.duplicate()
    const channel = `reply:${front.instance}`
    // nobody hears the channel while its subscription is away
    await running.redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
    const { reply } = await settled('g', 'heard of late')
    expect(reply.seq).to.equal(1)
    lost.disconnect()
    await until(async () => {
      const heard = (await running.redis.call('PUBSUB', 'NUMSUB', channel)) as [string, number]
      return Number(heard[1]) === 1
    }, 'the front-end subscribes again')
  })

  it('sends again what another actor was not told, and it is applied once', async () => {
    const id = v4()
    const to = bookOf('h')
    const body = sealEnvelope({
      id,
      actor: 'book',
      to,
      operation: 'note',
      args: { book: to, entry: 'told' },
      settings,
      told: true,
    })
    await running.sql`
      insert into outbox (id, shard, target, body, at)
      values (${id}, 0, ${to}, ${body}, clock_timestamp() - interval '1 minute')`
    await until(async () => (await running.sql`select 1 from outbox`).length === 0, 'the row goes with the receiver')
    await running.redis.xadd(mailboxKey(shardOf(to)), '*', 'm', body)
    await front.ask(ledger, 'h', 'append', { ledger: 'h', entry: 'x' })
    await until(async () => (await entries(to)).includes('x'), 'the entry after it')
    expect(await entries(to)).to.deep.equal(['told', 'x'])
  })

  it('sends again what stands behind more than it sends at once and nobody takes', async () => {
    const to = bookOf('j')
    const note = { id: v4(), actor: 'book', to, operation: 'note', args: { book: to, entry: 'told' }, settings }
    // as a host of another release writes them
    const foreign = Array.from({ length: outboxResend.most }, () => v4())
    await running.sql`
      insert into outbox (id, shard, target, body, at)
      select id, 0, ${to}, '{"v":2}', clock_timestamp() - interval '2 minutes' from unnest(${foreign}::uuid[]) as one (id)
      union all select ${note.id}, 0, ${to}, ${sealEnvelope({ ...note, told: true })}, clock_timestamp() - interval '1 minute'`
    await until(async () => (await entries(to)).length > 0, 'the row behind them goes')
    expect(await entries(to)).to.deep.equal(['told'])
    await running.sql`delete from outbox where id = any (${foreign}::uuid[])`
  })

  it('goes on in a Redis that was emptied', async () => {
    await settled('i', 'before')
    await running.redis.flushall()
    await settled('i', 'after')
    expect(await entries('i')).to.deep.equal(['before', 'after'])
  })
})
