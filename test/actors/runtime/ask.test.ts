import { expect } from 'chai'
import { Refusal } from '../../../src/rules/errors.ts'
import type { AskOptions } from '../../../actors/runtime/wire/ask.ts'
import { type Append, bookOf, entriesIn, ledger } from '../../chaos/ledger.ts'
import { withRunning } from './running.ts'
import { refusalOf } from '../../support/refusal.ts'
import { until } from '../../support/until.ts'

describe('asking an actor', () => {
  const { running, front } = withRunning()

  const append = (id: string, entry: string, rest: Partial<Append> = {}, options?: AskOptions) =>
    front.ask(ledger, id, 'append', { ledger: id, entry, ...rest }, options)
  const resultsOf = async (id: string) =>
    (await running.sql<{ result: object }[]>`select result from message where actor = ${id} order by id`).map(
      ({ result }) => result,
    )

  it('commits before it answers', async () => {
    const { reply, replayed } = await append('a', 'one')
    expect(reply).to.deep.equal({ seq: 1 })
    expect(replayed).to.equal(false)
    expect(await entriesIn(running.sql, 'a')).to.have.length(1)
    expect(await resultsOf('a')).to.deep.equal([{ ok: { seq: 1 } }])
  })

  it('numbers without a gap however many write at once', async () => {
    const seqs = await Promise.all(Array.from({ length: 300 }, async (_, n) => (await append('b', `${n}`)).reply.seq))
    expect(seqs.toSorted((x, y) => x - y)).to.deep.equal(Array.from({ length: 300 }, (_, n) => n + 1))
    expect((await entriesIn(running.sql, 'b')).map(({ seq }) => seq)).to.deep.equal(seqs.toSorted((x, y) => x - y))
  })

  it('tells another actor of each, and nothing stays in the outbox', async () => {
    await until(async () => (await entriesIn(running.sql, bookOf('b'))).length === 300, '300 notes in the book')
    const [row] = await running.sql<{ n: number }[]>`select count(*)::int as n from outbox`
    expect(row?.n).to.equal(0)
  })

  it('answers when what it told has arrived', async () => {
    for (let n = 1; n <= 30; n++) {
      await append('heard', `${n}`)
      expect(await entriesIn(running.sql, bookOf('heard'))).to.have.length(n)
    }
  })

  it('throws the refusal, changes nothing and records it', async () => {
    const refusal = await refusalOf(append('c', 'no', { mishap: 'refused' }))
    expect(refusal).to.be.instanceOf(Refusal)
    expect(refusal.toBody()).to.deep.include({ error: 'conflict', reason: 'bad_move', message: 'The toy says no.' })
    expect(await entriesIn(running.sql, 'c')).to.deep.equal([])
    expect(await resultsOf('c')).to.have.length(1)
  })

  it('answers what is missing like what cannot be read', async () => {
    const refusal = await refusalOf(front.ask(ledger, 'nobody', 'count', {}))
    expect([refusal.status, refusal.reason]).to.deep.equal([404, 'unreadable'])
  })

  it('says busy at once where Redis takes no writes: nothing is in the mailbox', async () => {
    await running.redis.config('SET', 'min-replicas-to-write', '1')
    const asked = refusalOf(append('full', 'one'))
    await asked.catch(() => undefined)
    await running.redis.config('SET', 'min-replicas-to-write', '0')
    const refusal = await asked
    expect(refusal.toBody()).to.deep.include({ error: 'busy', reason: 'database' })
    expect(refusal.message).to.match(/^Writes cannot be taken right now; nothing was changed\./)
    expect(await resultsOf('full')).to.deep.equal([])
    expect((await append('full', 'two')).reply.seq).to.equal(1)
  })

  it('keeps a write in its mailbox while the database takes none, as a standby does', async () => {
    const { sql, logged } = running
    const admin = await sql.reserve()
    const readOnly = async (how: 'on' | 'off'): Promise<void> => {
      await admin`set default_transaction_read_only = off`
      await admin.unsafe(`alter system set default_transaction_read_only = ${how}`)
      await admin`select pg_reload_conf()`
    }
    const letters = (): PromiseLike<object[]> => sql`select id from dead_letter`
    const before = await letters()
    const left = (): boolean => logged.some(({ message }) => message.startsWith('a batch was left in its streams'))
    try {
      await readOnly('on')
      await until(
        async () => (await sql`show transaction_read_only`)[0]?.['transaction_read_only'] === 'on',
        'read-only',
      )
      const asked = append('standby', 'one')
      await until(left, 'a batch that was left')
      await readOnly('off')
      expect((await asked).reply.seq).to.equal(1)
    } finally {
      await readOnly('off')
      await admin.unsafe('alter system reset default_transaction_read_only')
      admin.release()
    }
    expect(await letters()).to.deep.equal(before)
  })

  it('lets an exception cost only its own message, which is kept as a dead letter', async () => {
    const [fine, broken, alsoFine] = await Promise.allSettled([
      append('d', 'one'),
      append('d', 'two', { mishap: 'throws' }),
      append('d', 'three'),
    ])
    expect([fine.status, alsoFine.status]).to.deep.equal(['fulfilled', 'fulfilled'])
    expect(broken).to.have.nested.property('reason.code', 'internal')
    expect((await entriesIn(running.sql, 'd')).map(({ seq, entry }) => [seq, entry])).to.deep.equal([
      [1, 'one'],
      [2, 'three'],
    ])
    const [letter] = await running.sql<{ error: string }[]>`select error from dead_letter`
    expect(letter?.error).to.contain('the toy broke')
  })

  it('runs a batch that the database refuses again, one message at a time', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) => append('e', `${n}`, n === 17 ? { mishap: 'bad row' } : { entry: `${n}` })),
    )
    const failed = outcomes.filter(({ status }) => status === 'rejected')
    expect(failed).to.have.length(1)
    expect(outcomes[17]).to.have.nested.property('reason.code', 'internal')
    const seqs = (await entriesIn(running.sql, 'e')).map(({ seq }) => seq)
    expect(seqs).to.deep.equal(Array.from({ length: 39 }, (_, n) => n + 1))
  })

  it('answers with what is held against a call only where the actor would have agreed', async () => {
    const held = { error: 'rate_limited', reason: 'pace', message: 'Too fast.' } as const
    const paced = await refusalOf(append('f', 'one', {}, { held }))
    expect(paced.code).to.equal('rate_limited')
    const refused = await refusalOf(append('f', 'one', { mishap: 'refused' }, { held }))
    expect(refused.code).to.equal('conflict')
    expect(await entriesIn(running.sql, 'f')).to.deep.equal([])
  })

  it('gives facts afresh to a message that asks for it, after those of its actor that came before', async () => {
    const [, , counted] = await Promise.all([append('g', '1'), append('g', '2'), front.ask(ledger, 'g', 'count', {})])
    expect(counted.reply).to.deep.equal({ stored: 2, numbered: 2 })
  })

  it('decides by a clock that stands as far ahead as that of the front-end', async () => {
    running.clock.advanceTo(72 * 3_600_000)
    await append('h', 'later')
    const [row] = await running.sql<{ ahead: boolean }[]>`
      select at > clock_timestamp() + interval '71 hours' as ahead from message where actor = 'h'`
    expect(row?.ahead).to.equal(true)
    expect(running.hostClocks.every((clock) => clock.ahead === 72 * 3_600_000)).to.equal(true)
  })
})
