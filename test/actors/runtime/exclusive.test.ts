import { expect } from 'chai'
import { v4 } from 'uuid'
import { bookOf, entriesIn, ledger } from '../../chaos/ledger.ts'
import { withRunning } from './running.ts'
import { refusalOf } from '../../support/refusal.ts'
import { until } from '../../support/until.ts'

describe('an exclusive message', () => {
  const { running, front } = withRunning()

  const append = (id: string) => front.ask(ledger, id, 'append', { ledger: id, entry: 'x' })
  const stored = async (id: string) => (await entriesIn(running.sql, id)).length

  it('keeps its place in the mailbox, and its actors load their states again', async () => {
    await append('a')
    await until(async () => (await stored(bookOf('a'))) === 1, 'the book hears of it')
    const [, wiped, after] = await Promise.all([append('a'), front.ask(ledger, 'a', 'wipe', {}), append('a')])
    expect(wiped.reply.wiped).to.be.within(3, 4)
    expect(after.reply.seq).to.equal(1)
    await until(async () => (await entriesIn(running.sql, bookOf('a'))).at(-1)?.seq !== undefined, 'the book again')
  })

  it('leaves nothing behind when it is refused, and says so', async () => {
    await append('b')
    const refusal = await refusalOf(front.ask(ledger, 'b', 'wipe', { mishap: 'refused' }))
    expect(refusal.reason).to.equal('bad_move')
    expect(await stored('b')).to.equal(1)
    expect((await append('b')).reply.seq).to.equal(2)
  })

  it('leaves nothing behind when it throws', async () => {
    await append('c')
    const refusal = await refusalOf(front.ask(ledger, 'c', 'wipe', { mishap: 'throws' }))
    expect(refusal.code).to.equal('internal')
    expect(await stored('c')).to.equal(1)
    expect((await append('c')).reply.seq).to.equal(2)
  })

  it('is replayed under its idempotency key', async () => {
    await append('d')
    const idempotency = { key: v4(), hash: 'h' }
    const first = await front.ask(ledger, 'd', 'wipe', {}, { idempotency })
    await append('d')
    const again = await front.ask(ledger, 'd', 'wipe', {}, { idempotency })
    expect(again).to.deep.equal({ reply: first.reply, replayed: true })
    expect(await stored('d')).to.equal(1)
  })

  it('changes nothing where something is held against it', async () => {
    await append('e')
    const held = { error: 'rate_limited', reason: 'pace', message: 'Too fast.' } as const
    expect((await refusalOf(front.ask(ledger, 'e', 'wipe', {}, { held }))).code).to.equal('rate_limited')
    expect(await stored('e')).to.equal(1)
  })
})
