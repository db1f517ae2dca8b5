import { expect } from 'chai'
import { v4 } from 'uuid'
import { hours } from '../../../src/rules/units.ts'
import type { Front } from '../../../actors/runtime/front/front.ts'
import { type Append, entriesIn, ledger } from '../../chaos/ledger.ts'
import { withRunning } from './running.ts'
import { refusalOf } from '../../support/refusal.ts'

describe('idempotency keys', () => {
  const { running, front } = withRunning()
  let other: Front
  before(async () => void (other = await running.front()))

  const append = (at: Front, id: string, key: string, rest: Partial<Append> = {}, hash = 'h') =>
    at.ask(ledger, id, 'append', { ledger: id, entry: 'x', ...rest }, { idempotency: { key, hash } })

  it('give the first result again, marked as replayed', async () => {
    const key = v4()
    expect(await append(front, 'a', key)).to.deep.equal({ reply: { seq: 1 }, replayed: false })
    expect(await append(other, 'a', key)).to.deep.equal({ reply: { seq: 1 }, replayed: true })
    expect(await front.replay({ key, hash: 'h' })).to.deep.equal({ reply: { seq: 1 }, replayed: true })
    expect(await entriesIn(running.sql, 'a')).to.have.length(1)
  })

  it('refuse other arguments', async () => {
    const key = v4()
    await append(front, 'b', key)
    const refusal = await refusalOf(append(front, 'b', key, {}, 'other'))
    expect([refusal.code, refusal.reason]).to.deep.equal(['conflict', 'key_reused'])
    expect((await refusalOf(front.replay({ key, hash: 'other' }))).reason).to.equal('key_reused')
    expect(await entriesIn(running.sql, 'b')).to.have.length(1)
  })

  it('make one entry of twenty calls at once, on two instances', async () => {
    const key = v4()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => append(n % 2 ? front : other, 'c', key)))
    expect(new Set(answers.map(({ reply }) => reply.seq))).to.deep.equal(new Set([1]))
    expect(answers.filter(({ replayed }) => !replayed)).to.have.length(1)
    expect(await entriesIn(running.sql, 'c')).to.have.length(1)
  })

  it('hold across actors: what each call would create anew is created once', async () => {
    const key = v4()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => append(n % 2 ? front : other, `new ${n}`, key)),
    )
    expect(answers.filter(({ replayed }) => !replayed)).to.have.length(1)
    const [row] = await running.sql<{ n: number }[]>`select count(*)::int as n from entry where owner like 'new %'`
    expect(row?.n).to.equal(1)
  })

  it('keep no refusal', async () => {
    const key = v4()
    await refusalOf(append(front, 'd', key, { mishap: 'refused' }))
    expect(await append(front, 'd', key)).to.deep.equal({ reply: { seq: 1 }, replayed: false })
  })

  it('are free again after a day', async () => {
    const key = v4()
    await append(front, 'e', key)
    running.clock.advanceTo(hours(24) + 1000)
    expect(await append(front, 'e', key, {}, 'other')).to.deep.equal({ reply: { seq: 2 }, replayed: false })
    expect(await append(front, 'e', key, {}, 'other')).to.deep.equal({ reply: { seq: 2 }, replayed: true })
  })
})
