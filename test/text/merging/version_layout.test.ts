import { expect } from 'chai'
import fc from 'fast-check'
import {
  type Entry,
  firstLayout,
  layoutAfter,
  layoutToStore,
  type StoredLayout,
} from '../../../src/text/merging/version_layout.ts'

const layouts = fc.array(
  fc
    .uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 20 })
    .map((numbers) => numbers.map((n): Entry => ({ id: n.toString(16).padStart(8, '0'), rev: 1 + (n % 40) }))),
  { minLength: 1, maxLength: 12 },
)

describe('layouts of a pad', () => {
  it('give back every version from what is stored', () => {
    fc.assert(
      fc.property(layouts, (versions) => {
        const stored: StoredLayout[] = []
        let since = 0
        for (const [n, entries] of versions.entries()) {
          const next = n === 0 ? firstLayout(entries) : layoutToStore(versions[n - 1] as Entry[], entries, since)
          since = next.since
          stored.push(next)
        }
        for (const [n, entries] of versions.entries()) {
          const from = stored.findLastIndex(({ whole }, at) => whole && at <= n)
          expect(stored.slice(from, n + 1).reduce(layoutAfter, [] as Entry[])).to.deep.equal(entries)
        }
      }),
    )
  })

  it('store little for a small edit of a large pad', () => {
    const entries = Array.from({ length: 400 }, (_, n): Entry => ({ id: n.toString(16).padStart(8, '0'), rev: 1 }))
    const { whole, layout } = layoutToStore(entries, entries.with(7, { id: '00000007', rev: 2 }), 0)
    expect(whole).to.equal(false)
    expect(layout).to.have.length.below(20)
  })
})
