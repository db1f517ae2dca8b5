import { expect } from 'chai'
import { Refusal } from '../../src/rules/errors.ts'
import { reads } from '../../src/rules/limits.ts'
import { minutes, seconds } from '../../src/rules/units.ts'
import { openReadPace } from '../../src/tools/call/pace/read_pace.ts'
import { caller } from '../support/caller.ts'

describe('the pace of reads', () => {
  const { limit } = reads.agentReads
  const now = Date.UTC(2026, 8, 24)
  const otto = caller('agt_otto')
  const ada = caller('hum_ada', { kind: 'human' })

  const waits = (read: () => void): unknown => {
    try {
      read()
    } catch (error) {
      if (error instanceof Refusal) return error.details['retry_after_seconds']
    }
    return undefined
  }

  it('says when the first of them leaves the minute, and that a further one waits that long', () => {
    const read = openReadPace()
    expect(read.standing(otto, now)).to.deep.equal({ used: 0, resets_at: now + minutes(1) })
    for (let n = 0; n < limit; n++) read(otto, now + (n < 2 ? n * 100 : seconds(10)))
    const late = now + seconds(20)
    expect(read.standing(otto, late)).to.deep.equal({ used: limit, resets_at: now + minutes(1) })
    expect(waits(() => read(otto, late))).to.equal(40)
    // rounded up: who waits that long is not refused again
    expect(waits(() => read(otto, now + minutes(1) - 1))).to.equal(1)
    expect(waits(() => read(otto, now + minutes(1)))).to.equal(undefined)
    expect(read.standing(otto, now + minutes(1))).to.deep.equal({ used: limit, resets_at: now + minutes(1) + 100 })
    expect(read.standing(otto, now + minutes(3))).to.deep.equal({ used: 0, resets_at: now + minutes(4) })
  })

  it('counts no person’s reads, but what theirs store and what has no other pace', () => {
    const read = openReadPace()
    for (let n = 0; n <= limit; n++) read(ada, now)
    const stores = () => read.stores(ada, now)
    const anyway = () => read.anyway(ada, now)
    for (let n = 0; n < limit; n += 2) [stores, anyway].forEach((one) => one())
    for (const one of [stores, anyway]) expect(waits(one)).to.equal(60)
    // what an agent's read stores is counted with that read
    for (let n = 0; n <= limit; n++) read.stores(otto, now)
    expect(waits(() => read(otto, now))).to.equal(undefined)
  })
})
