import { expect } from 'chai'
import { followTestClock } from '../../actors/test_clock.ts'
import { serviceClock } from '../../src/clock.ts'
import { hours } from '../../src/rules/units.ts'
import { freshDatabase, freshRedis } from '../support/stores.ts'

describe('the test clock', () => {
  it('moves on every instance, and stands there for those that start later', async () => {
    const [{ sql }, { redis }] = await Promise.all([freshDatabase(), freshRedis()])
    const clocks = [serviceClock(() => 0), serviceClock(() => 0), serviceClock(() => 0)] as const
    const one = await followTestClock({ sql, redis, clock: clocks[0] })
    const other = await followTestClock({ sql, redis, clock: clocks[1] })

    expect(await one.advance(hours(1))).to.equal(hours(1))
    while (clocks[1].now() !== hours(1)) await new Promise((resolve) => setImmediate(resolve))
    const moved = await Promise.all([one.advance(hours(1)), other.advance(hours(1))])
    expect(Math.max(...moved)).to.equal(hours(3))

    const late = await followTestClock({ sql, redis, clock: clocks[2] })
    expect(clocks[2].now()).to.equal(hours(3))
    for (const clock of [one, other, late]) clock.close()
  })
})
