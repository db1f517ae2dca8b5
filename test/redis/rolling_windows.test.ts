import { expect } from 'chai'
import { connectRedis } from '../../src/redis/connect.ts'
import { openWindows, type Refused, type Spent, type Windows } from '../../src/redis/rolling_windows.ts'
import { minutes, named, per, seconds } from '../../src/rules/units.ts'
import { freshRedis } from '../support/stores.ts'

const { three, two, thousand, refusals } = named({
  three: per(3, minutes(1), { pooled: 'one' }),
  two: per(2, minutes(10), { pooled: 'one', reason: 'thread_pace' }),
  thousand: per(1_000, minutes(1), { pooled: 'characters', reason: 'pad_chars' }),
  refusals: per(2, minutes(10), { pooled: 'one', reason: 'cooldown' }),
})

const start = 1_700_000_000_000

describe('rolling windows', () => {
  let windows: Windows
  let attempts = 0
  const attempt = () => `attempt ${++attempts}`
  const passed = (outcome: Spent | Refused): Spent => {
    if (!outcome.ok) throw new Error(`refused by ${outcome.index}`)
    return outcome
  }
  const refused = (outcome: Spent | Refused): Refused => {
    if (outcome.ok) throw new Error('passed')
    return outcome
  }

  beforeEach(async () => {
    windows = openWindows((await freshRedis()).redis)
  })

  // SPEC: windows are rolling except
  it('is exact at its edge: the fourth write passes when the first is a minute old, and not a millisecond before', async () => {
    const write = (at: number) => windows.spend(attempt(), [{ pace: three, subject: 'ada' }], start + at)
    for (const at of [0, 10, 20]) passed(await write(at))
    expect(refused(await write(minutes(1) - 1))).to.include({ index: 0, used: 3, free_at: start + minutes(1) })
    passed(await write(minutes(1)))
    expect(refused(await write(minutes(1) + 9)).free_at).to.equal(start + minutes(1) + 10)
  })

  it('spends all windows of a call or none', async () => {
    const both = [
      { pace: three, subject: 'ada' },
      { pace: two, subject: 'ada' },
    ]
    passed(await windows.spend(attempt(), both, start))
    passed(await windows.spend(attempt(), both, start))
    expect(refused(await windows.spend(attempt(), both, start)).index).to.equal(1)
    const { counts } = passed(await windows.spend(attempt(), [{ pace: three, subject: 'ada' }], start))
    expect(counts[0]).to.deep.equal({ used: 3, resets_at: start + minutes(1) })
  })

  it('keeps subjects apart', async () => {
    for (const subject of ['ada', 'ben', 'ada', 'ben', 'ada', 'ben']) {
      passed(await windows.spend(attempt(), [{ pace: three, subject }], start))
    }
    refused(await windows.spend(attempt(), [{ pace: three, subject: 'ada' }], start))
  })

  it('takes back what a refused write had spent', async () => {
    const spends = [{ pace: two, subject: 'ada' }]
    passed(await windows.spend(attempt(), spends, start))
    await passed(await windows.spend(attempt(), spends, start)).giveBack()
    passed(await windows.spend(attempt(), spends, start))
    refused(await windows.spend(attempt(), spends, start))
  })

  it('counts characters where a spend has a cost, and forgets them one by one', async () => {
    const save = (cost: number, at: number) =>
      windows.spend(attempt(), [{ pace: thousand, subject: 'ada', cost }], start + at)
    passed(await save(600, 0))
    passed(await save(1, seconds(5)))
    passed(await save(399, seconds(10)))
    expect(refused(await save(500, seconds(20))).free_at).to.equal(start + minutes(1))
    passed(await save(600, minutes(1)))
    expect(refused(await save(2, minutes(1) + 1)).free_at).to.equal(start + minutes(1) + seconds(10))
  })

  it('gives characters back exactly', async () => {
    const spends = [{ pace: thousand, subject: 'ada', cost: 900 }]
    await passed(await windows.spend(attempt(), spends, start)).giveBack()
    passed(await windows.spend(attempt(), [{ pace: thousand, subject: 'ada', cost: 1_000 }], start))
  })

  it('counts distinct members once', async () => {
    const into = (member: string) => windows.spend(attempt(), [{ pace: two, subject: 'text', member }], start)
    passed(await into('thread one'))
    passed(await into('thread one'))
    passed(await into('thread two'))
    refused(await into('thread three'))
    passed(await into('thread two'))
  })

  it('counts a member for as long as anybody’s last one with it, and no longer', async () => {
    const into = (member: string, at: number) =>
      windows.spend(attempt(), [{ pace: two, subject: 'text', member }], start + at)
    const first = passed(await into('thread one', 0))
    passed(await into('thread one', minutes(5)))
    // what one attempt gives back stays another's
    await first.giveBack()
    passed(await into('thread two', minutes(6)))
    expect(refused(await into('thread three', minutes(15) - 1)).free_at).to.equal(start + minutes(15))
    passed(await into('thread three', minutes(15)))
  })

  it('fills a window from the database when Redis was wiped', async () => {
    const refill = async (since: number) => {
      expect(since).to.equal(start - minutes(1))
      return [start - seconds(50), start - seconds(10)]
    }
    const write = () => windows.spend(attempt(), [{ pace: three, subject: 'ada', refill }], start)
    expect(passed(await write()).counts[0]?.used).to.equal(3)
    expect(refused(await write()).free_at).to.equal(start + seconds(10))
  })

  it('fills it once, however many find it missing, and not again while it is spent from', async () => {
    const { redis } = await freshRedis()
    windows = openWindows(redis)
    let asked = 0
    const refill = async () => {
      asked += 1
      return [start - seconds(50)]
    }
    const write = () => windows.spend(attempt(), [{ pace: three, subject: 'ada', refill }], start)
    const [one, other] = await Promise.all([write(), write()])
    expect([passed(one).counts[0]?.used, passed(other).counts[0]?.used]).to.have.members([2, 3])
    const before = asked
    expect(refused(await write()).used).to.equal(3)
    // what says that the window is whole lives as long as the window itself
    const [window, whole] = await Promise.all([redis.pexpiretime('win:three:ada'), redis.pexpiretime('warm:three:ada')])
    // each is set by the clock of Redis at its own moment
    expect(window).to.be.greaterThan(0).and.to.be.closeTo(whole, 1_000)
    expect(asked).to.equal(before)
  })

  it('says how a window stands and spends nothing', async () => {
    const standing = (at: number) => windows.standing({ pace: three, subject: 'ada' }, start + at)
    expect(await standing(0)).to.deep.equal({ used: 0, resets_at: start + minutes(1) })
    for (const at of [0, 10]) passed(await windows.spend(attempt(), [{ pace: three, subject: 'ada' }], start + at))
    expect(await standing(20)).to.deep.equal({ used: 2, resets_at: start + minutes(1) })
    expect(await standing(minutes(1))).to.deep.equal({ used: 1, resets_at: start + minutes(1) + 10 })
    const refill = async () => [start - seconds(50)]
    expect(await windows.standing({ pace: three, subject: 'ben', refill }, start)).to.include({ used: 1 })
  })

  it('is counted with the first command of a client, also where others were given to it before', async () => {
    const { url } = await freshRedis()
    const redis = connectRedis({ url, options: { enableAutoPipelining: true } })
    const before = redis.get('what is sent together with it')
    const standing = openWindows(redis).standing({ pace: three, subject: 'ada' }, start)
    expect(await before).to.equal(null)
    expect(await standing).to.include({ used: 0 })
    redis.disconnect()
  })

  it('stops a writer after so many refusals, until the time it was told', async () => {
    const until = start + minutes(15)
    expect(await windows.coolDown('otto', attempt(), refusals, start, until)).to.equal(false)
    expect(await windows.coolingUntil('otto', start)).to.equal(undefined)
    expect(await windows.coolDown('otto', attempt(), refusals, start + 1, until)).to.equal(true)
    expect(await windows.coolingUntil('otto', until - 1)).to.equal(until)
    expect(await windows.coolingUntil('otto', until)).to.equal(undefined)
    const write = (at: number) => windows.spend(attempt(), [{ pace: three, subject: 'otto' }], at, 'otto')
    expect(refused(await write(until - 1))).to.include({ index: -1, free_at: until })
    passed(await write(until))
  })

  it('says busy where Redis does not answer, and gives back without a word', async () => {
    const { redis } = await freshRedis()
    const cut = openWindows(redis)
    const spent = passed(await cut.spend(attempt(), [{ pace: three, subject: 'ada' }], start))
    redis.disconnect()
    await spent.giveBack()
    const refusal = await cut
      .spend(attempt(), [{ pace: three, subject: 'ada' }], start)
      .catch((error: unknown) => error)
    expect(refusal).to.include({ code: 'busy', reason: 'database' })
  })
})
