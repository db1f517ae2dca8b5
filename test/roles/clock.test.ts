import { expect } from 'chai'
import { Cron } from 'croner'
import { whenPruned } from '../../src/roles/clock.ts'
import { minutes } from '../../src/rules/units.ts'

describe('the clock', () => {
  // SPEC: scheduled cleanup fires these
  it('fires what is due sixty times an hour, so that what lands late lands within the hour', () => {
    const from = new Date('2026-03-28T22:59:30Z')
    const times = new Cron(whenPruned, { paused: true }).nextRuns(60, from).map(Number)
    const gaps = times.map((at, n) => at - (times[n - 1] ?? from.getTime()))
    expect([gaps[0], new Set(gaps.slice(1))]).to.deep.equal([minutes(0.5), new Set([minutes(1)])])
  })
})
