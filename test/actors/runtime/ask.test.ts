import { expect } from 'chai'
import type { Front } from '../../../actors/runtime/front.ts'
import { bookOf, entriesIn, ledger } from '../../chaos/ledger.ts'
import { type Running, startRunning, until } from './running.ts'

describe('asking an actor', () => {
  let running: Running
  let front: Front

  before(async () => {
    running = await startRunning()
    await running.host()
    front = await running.front()
  })
  after(() => running.stop())

  const append = (id: string, entry: string) => front.ask(ledger, id, 'append', { ledger: id, entry })

  it('commits before it answers', async () => {
    const { reply, replayed } = await append('a', 'one')
    expect(reply).to.deep.equal({ seq: 1 })
    expect(replayed).to.equal(false)
    expect(await entriesIn(running.sql, 'a')).to.have.length(1)
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
})
