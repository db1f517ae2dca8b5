import { expect } from 'chai'
import fc from 'fast-check'
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

  it('is the sum over separate humans, whoever came first and however often', () => {
    const some = fc.integer({ min: 0, max: 8 })
    fc.assert(
      fc.property(some, some, some, fc.infiniteStream(fc.nat()), (unverified, verified, reaching, order) => {
        const weights = [
          ...Array.from({ length: unverified }, () => 25),
          ...Array.from({ length: verified }, () => 100),
          ...Array.from({ length: reaching }, () => 200),
        ]
        const one = weights.map((weight, n) => by(`human ${n}`, weight))
        const again = one.map((report) => ({ ...report, weight: 25 }))
        const shuffled = [...one, ...again]
          .map((report) => ({ report, place: order.next().value }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ report }) => report)
        const quarters = unverified + 4 * verified + 8 * reaching
        expect(isEnough(shuffled, now)).to.equal(weights.length >= 3 && quarters >= 12)
      }),
    )
  })

  it('forgets what is seven days old', () => {
    const old = by('a', 100, now - days(7))
    expect(isEnough([old, by('b'), by('c')], now)).to.equal(false)
    expect(isEnough([{ ...old, at: old.at + 1 }, by('b'), by('c')], now)).to.equal(true)
  })
})
