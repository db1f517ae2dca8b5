import { expect } from 'chai'
import { timersAtOnce } from '../../actors/runtime/numbers.ts'
import { openTimers, type TimedRule } from '../../actors/fire_timed_rules.ts'
import { entriesIn } from '../chaos/ledger.ts'
import { settings } from '../support/world.ts'
import { type Running, startRunning } from './runtime/running.ts'

describe('a timed rule', function () {
  this.timeout(30_000)
  let running: Running

  before(async () => {
    running = await startRunning()
    await running.host()
  })
  after(() => running.stop())

  it('fires what is due behind as many as it reads at once, all of which were refused before and stay due', async () => {
    const { sql, redis, clock, log } = running
    const refused = Array.from({ length: timersAtOnce }, (_, n) => ({
      id: `refused ${n}`,
      target: '',
      at: new Date(0),
    }))
    const due = [...refused, { id: 'the last', target: '', at: new Date(1) }]
    const rule: TimedRule = {
      name: 'toys',
      due: async (_sql, _now, { most, skipped }) => due.slice(skipped, skipped + most),
      actor: 'ledger',
      operation: 'append',
      args: ({ id }) => ({ ledger: id, entry: 'x', ...(id === 'the last' ? {} : { mishap: 'refused' }) }),
    }
    const timers = openTimers({ rules: [rule], settings, sql, redis, clock, log })
    expect(await timers.fire()).to.deep.equal({ toys: 1 })
    expect(await entriesIn(sql, 'the last')).to.have.lengthOf(1)
    expect(await timers.fire()).to.deep.equal({ toys: 0 })
  })
})
