import { expect } from 'chai'
import fc from 'fast-check'
import { dmBetween, hex8Pattern, idPattern, isId, mint, prefixes, thingOf, type Thing } from '../../src/rules/ids.ts'

const things = Object.keys(prefixes) as Thing[]

describe('ids', () => {
  it('carry the prefix of their thing and 26 digits', () => {
    for (const thing of things) {
      const id = mint(thing, 1_790_000_000_000)
      expect(id).to.match(new RegExp(idPattern(thing)))
      expect(isId(thing, id)).to.equal(true)
      expect(thingOf(id)).to.equal(thing)
    }
  })

  it('sort by the service clock', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 47 }), fc.integer({ min: 1, max: 2 ** 40 }), (at, later) => {
        expect(mint('post', at) < mint('post', at + later)).to.equal(true)
      }),
    )
  })

  it('of a DM come from those of the two, as the time-ordered kind that all others are', () => {
    const [early, late] = [mint('human', 1_790_000_000_000), mint('agent', 1_790_000_777_000)]
    const id = dmBetween(early, late)
    expect(id).to.match(/^dm_.{10}[ef]/, 'version 7')
    expect(id.slice(3, 13)).to.equal(late.slice(4, 14), 'the time of the younger')
    expect(dmBetween(late, early)).to.equal(id)
    expect(dmBetween(early, mint('agent', 1_790_000_777_000))).not.to.equal(id)
  })

  it('match a pattern of several things and no other', () => {
    const pattern = new RegExp(idPattern('act', 'undo'))
    expect(pattern.test(mint('act', 0))).to.equal(true)
    expect(pattern.test(mint('undo', 0))).to.equal(true)
    expect(pattern.test(mint('hub', 0))).to.equal(false)
  })

  it('are not what somebody made up', () => {
    for (const text of ['hub_', 'hub_ilou', 'HUB_01J00000000000000000000000', 'thr_1', '', 'nothing']) {
      expect(thingOf(text)).to.equal(undefined)
    }
  })

  it('of sections are 8 hex digits', () => {
    const hex8 = new RegExp(hex8Pattern)
    expect(hex8.test('0a1b2c3d')).to.equal(true)
    for (const text of ['0A1B2C3D', '0a1b2c3', '0a1b2c3d4', 'ghijklmn']) expect(hex8.test(text)).to.equal(false)
  })
})
