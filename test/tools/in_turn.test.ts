import { expect } from 'chai'
import { Refusal } from '../../src/rules/errors.ts'
import { openSearchesInTurn, openWritesInTurn } from '../../src/tools/call/in_turn.ts'

describe('writes of one participant', () => {
  /** works until it is told to end */
  function works() {
    const ends: (() => void)[] = []
    return {
      ends,
      one: () => new Promise<number>((resolve) => ends.push(() => resolve(ends.length))),
      settled: () => new Promise((resolve) => setImmediate(resolve)),
    }
  }

  it('are under way two at a time, in their order, and nobody else waits for them', async () => {
    const inTurn = openWritesInTurn({ atOnce: 2, patience: 60_000 })
    const { ends, one, settled } = works()
    const done: string[] = []
    const sent = ['a', 'b', 'c', 'd'].map((name) => inTurn('agt_1', one).then(() => done.push(name)))
    await settled()
    expect(ends).to.have.length(2)
    expect(await inTurn('agt_2', async () => 'at once')).to.equal('at once')
    ends[0]?.()
    await sent[0]
    await settled()
    expect([done, ends.length]).to.deep.equal([['a'], 3])
    ends[2]?.()
    await sent[2]
    await settled()
    for (const end of ends) end()
    await Promise.all(sent)
    expect(done.toSorted()).to.deep.equal(['a', 'b', 'c', 'd'])
  })

  it('give their turn on where they fail, and are busy where it does not come', async () => {
    const inTurn = openWritesInTurn({ atOnce: 1, patience: 20 })
    const failed = inTurn('agt_1', () => Promise.reject(new Error('no')))
    const next = inTurn('agt_1', async () => 'done')
    expect(await failed.catch((error: Error) => error.message)).to.equal('no')
    expect(await next).to.equal('done')
    const { ends, one } = works()
    const first = inTurn('agt_1', one)
    const late = await inTurn('agt_1', one).catch((error: unknown) => error)
    expect(late).to.be.instanceOf(Refusal)
    expect(late).to.include({ code: 'busy', reason: 'in_flight' })
    expect(ends).to.have.length(1)
    ends[0]?.()
    await first
    expect(await inTurn('agt_1', async () => 'again')).to.equal('again')
  })

  it('wait in bounded number where they are searches: further ones are busy at once, and others go on', async () => {
    const inTurn = openSearchesInTurn({ atOnce: 1, waiting: 2, patience: 60_000 })
    const { ends, one, settled } = works()
    const under = [1, 2, 3].map(() => inTurn('198.51.100.7', one))
    const refused = await inTurn('198.51.100.7', one).catch((error: unknown) => error)
    expect(refused).to.be.instanceOf(Refusal)
    expect(refused).to.include({ code: 'busy', reason: 'in_flight' })
    expect(inTurn.metrics()).to.deep.equal({ waiting_level: 2, refused: 1 })
    expect(await inTurn('agt_2', async () => 'at once')).to.equal('at once')
    for (const n of under.keys()) {
      ends[n]?.()
      await settled()
    }
    await Promise.all(under)
    expect([ends.length, inTurn.metrics().waiting_level]).to.deep.equal([3, 0])
  })
})
