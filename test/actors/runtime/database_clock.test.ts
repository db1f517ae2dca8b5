import { expect } from 'chai'
import { followDatabaseClock } from '../../../actors/runtime/database_clock.ts'
import { databaseTime } from '../../../sql/runtime/database_time.ts'
import type { Sql } from '../../../sql/client.ts'
import { serviceClock } from '../../../src/clock.ts'
import { hours, seconds } from '../../../src/rules/units.ts'
import { freshDatabase } from '../../support/stores.ts'

describe('the time of a process', () => {
  let sql: Sql
  const said: object[] = []
  const log = { warn: (about: object) => void said.push(about) }

  before(async () => ({ sql } = await freshDatabase()))
  beforeEach(() => said.splice(0))

  /** between what the database says before and after */
  async function isRight(now: () => number): Promise<boolean> {
    const before = await databaseTime(sql)
    const here = now()
    const after = await databaseTime(sql)
    // as exactly as an answer that was under way tells
    return here > before - seconds(10) && here < after + seconds(10)
  }

  it('is that of the database, where its own machine is 90 s ahead, or behind', async () => {
    for (const wrong of [seconds(90), -seconds(90)]) {
      const clock = serviceClock(() => Date.now() + wrong)
      expect(await isRight(() => clock.now())).to.equal(false)
      const following = await followDatabaseClock({ sql, clock, log })
      expect(await isRight(() => clock.now())).to.equal(true)
      clock.advanceTo(hours(1))
      expect(await isRight(() => clock.now() - hours(1))).to.equal(true)
      following.close()
    }
    expect(said).to.have.length(2)
  })

  it('is its own where that is kept right, and once it was set right', async () => {
    let wrong = 0
    const clock = serviceClock(() => Date.now() + wrong)
    const following = await followDatabaseClock({ sql, clock, log })
    expect(clock.off).to.equal(0)
    wrong = hours(1)
    await following.look()
    expect(await isRight(() => clock.now())).to.equal(true)
    wrong = 0
    await following.look()
    expect(clock.off).to.equal(0)
    expect(await isRight(() => clock.now())).to.equal(true)
    following.close()
    expect(said).to.have.length(2)
  })
})
