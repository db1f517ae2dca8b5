import { expect } from 'chai'
import { type SinonFakeTimers, useFakeTimers } from 'sinon'
import { Refusal } from '../../src/rules/errors.ts'
import { openSearchesInTurn, openWritesInTurn } from '../../src/tools/call/in_turn.ts'

describe('writes of one participant', () => {
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
})

describe('searches', () => {
  const { ends, one, settled } = works()
  const limits = { atOnce: 1, waiting: 2, patience: 60_000 }
  const searchesOf = (rests = { times: 2, most: 1_000 }) =>
    openSearchesInTurn({ ...limits, signedOut: { ...limits, rests } })
  const refusedOf = (search: Promise<unknown>) => search.catch((error: unknown) => error)
  beforeEach(() => {
    ends.length = 0
  })

  it('of one participant wait in bounded number: what is too many is their own doing, and others go on', async () => {
    const searchInTurn = searchesOf()
    const under = [1, 2, 3].map(() => searchInTurn({ participant: 'agt_1' }, one))
    const refused = await refusedOf(searchInTurn({ participant: 'agt_1' }, one))
    expect(refused).to.be.instanceOf(Refusal)
    expect(refused).to.deep.include({ code: 'rate_limited', reason: 'reads', details: { retry_after_seconds: 1 } })
    expect(searchInTurn.metrics()).to.deep.equal({ waiting_level: 2, refused: 1 })
    expect(await searchInTurn({ participant: 'agt_2' }, async () => 'at once')).to.equal('at once')
    for (const n of under.keys()) {
      ends[n]?.()
      await settled()
    }
    await Promise.all(under)
    expect([ends.length, searchInTurn.metrics().waiting_level]).to.deep.equal([3, 0])
  })

  it('are dropped where whoever asked has gone: before their turn, or while they wait for it', async () => {
    const searchInTurn = searchesOf()
    const by = { participant: 'agt_1' }
    const [stays, goes] = [new AbortController(), new AbortController()]
    const first = searchInTurn(by, one, goes.signal)
    const dropped = refusedOf(searchInTurn(by, one, goes.signal))
    const next = searchInTurn(by, one, stays.signal)
    goes.abort()
    expect(await dropped).to.include({ code: 'busy', reason: 'in_flight' })
    expect(await refusedOf(searchInTurn(by, one, goes.signal))).to.include({ code: 'busy', reason: 'in_flight' })
    expect(searchInTurn.metrics()).to.deep.equal({ waiting_level: 1, refused: 0 })
    // one that has begun ends by itself, and its turn goes to the next that is still wanted
    for (const [n, search] of [first, next].entries()) {
      expect(ends).to.have.length(n + 1)
      ends[n]?.()
      await search
      await settled()
    }
    stays.abort()
    expect([ends.length, searchInTurn.metrics().waiting_level]).to.deep.equal([2, 0])
    const last = searchInTurn(by, one)
    expect(ends).to.have.length(3)
    ends[2]?.()
    await last
  })

  describe('of those who are signed out', () => {
    let clock: SinonFakeTimers
    before(() => {
      clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    })
    after(() => clock.restore())

    it('run one at a time over all networks, and rest twice as long as each took: whoever signed in goes on', async () => {
      const searchInTurn = searchesOf()
      const under = ['198.51.100.1', '198.51.100.2'].map((network) => searchInTurn({ network }, one))
      await settled()
      expect(ends).to.have.length(1)
      clock.tick(30)
      ends[0]?.()
      await under[0]
      clock.tick(59)
      await settled()
      expect(ends).to.have.length(1)
      expect(await searchInTurn({ participant: 'agt_1' }, async () => 'at once')).to.equal('at once')
      clock.tick(1)
      await settled()
      expect(ends).to.have.length(2)
      ends[1]?.()
      await Promise.all(under)
    })

    it('are refused as their own doing where they fill their turn, as busy where others fill that of all', async () => {
      const [alone, crowded] = [searchesOf(), searchesOf()]
      const ofOne = [1, 2, 3].map(() => alone({ network: '198.51.100.1' }, one))
      const ofMany = [1, 2, 3].map((n) => crowded({ network: `198.51.100.${n}` }, one))
      const own = await refusedOf(alone({ network: '198.51.100.1' }, one))
      expect(own).to.include({ code: 'rate_limited', reason: 'ip' })
      const others = await refusedOf(crowded({ network: '198.51.100.4' }, one))
      expect(others).to.include({ code: 'busy', reason: 'in_flight' })
      const all = [...ofOne, ...ofMany]
      for (const n of all.keys()) {
        ends[n]?.()
        await settled()
        clock.tick(1_000)
        await settled()
      }
      await Promise.all(all)
      expect(alone.metrics()).to.deep.equal({ waiting_level: 0, refused: 1 })
    })
  })
})

/** works until it is told to end */
function works() {
  const ends: (() => void)[] = []
  return {
    ends,
    one: () => new Promise<number>((resolve) => ends.push(() => resolve(ends.length))),
    settled: () => new Promise((resolve) => setImmediate(resolve)),
  }
}
