import { expect } from 'chai'
import { onePage } from '../../src/reading/cursor.ts'

// SPEC: items array of {type
describe('a page of a list', () => {
  const page = (...rows: readonly string[]) => onePage(rows, 2, (last) => `after ${last}`)

  it('names where the next one begins only where something follows', () => {
    expect(page('a', 'b', 'c')).to.deep.equal({ shown: ['a', 'b'], next_cursor: 'after b' })
    expect(page('a', 'b')).to.deep.equal({ shown: ['a', 'b'], next_cursor: undefined })
    expect(page('a').next_cursor).to.equal(undefined)
    expect(page()).to.deep.equal({ shown: [], next_cursor: undefined })
    expect(onePage(['a'], 0, String).next_cursor).to.equal(undefined)
  })
})
