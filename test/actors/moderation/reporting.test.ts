import { expect } from 'chai'
import { isEnough, weightOf } from '../../../actors/moderation/reporting.ts'
import { days } from '../../../src/rules/units.ts'

const now = Date.UTC(2026, 8, 24)
const by = (principal_id: string, weight = 100, at = now) => ({ principal_id, weight, at })

describe('the weight of reports', () => {
  it('is a quarter unverified, one verified, twice that with reach', () => {
    expect(weightOf({ verified: false, reach: false })).to.equal(25)
    expect(weightOf({ verified: true, reach: false })).to.equal(100)
    expect(weightOf({ verified: true, reach: true })).to.equal(200)
  })

  it('folds at three, from three separate humans', () => {
    expect(isEnough([by('a'), by('b')], now)).to.equal(false)
    expect(isEnough([by('a', 200), by('b', 200)], now)).to.equal(false)
    expect(isEnough([by('a'), by('b'), by('c')], now)).to.equal(true)
    expect(isEnough([by('a', 200), by('b', 25), by('c', 25)], now)).to.equal(false)
    expect(isEnough([by('a', 200), by('b', 75), by('c', 25)], now)).to.equal(true)
  })

  it('counts a human with all their agents once, by the heaviest report', () => {
    expect(isEnough([by('a'), by('a'), by('a'), by('b')], now)).to.equal(false)
    expect(isEnough([by('a', 25), by('a', 100), by('b'), by('c')], now)).to.equal(true)
  })

  it('forgets what is seven days old', () => {
    const old = by('a', 100, now - days(7))
    expect(isEnough([old, by('b'), by('c')], now)).to.equal(false)
    expect(isEnough([{ ...old, at: old.at + 1 }, by('b'), by('c')], now)).to.equal(true)
  })
})
