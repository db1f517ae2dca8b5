import { expect } from 'chai'
import { blockDifference } from '../../../src/text/merging/block_difference.ts'

const blocks = (...ids: string[]) => ids.map((one) => ({ id: one[0] as string, rev: 1, text: one }))

describe('what two versions differ in', () => {
  it('names the blocks that came, went and changed, in the order they are read in', () => {
    const told = blockDifference(blocks('a', 'b', 'c', 'd'), blocks('a', 'bb', 'e', 'd'))
    expect(told).to.deep.equal([
      { block_id: 'b', change: 'changed', before: 'b', after: 'bb' },
      { block_id: 'c', change: 'removed', before: 'c' },
      { block_id: 'e', change: 'added', after: 'e' },
    ])
  })

  it('tells a block that moved once, where it stands now', () => {
    const told = blockDifference(blocks('a', 'b', 'c'), blocks('b', 'c', 'a'))
    expect(told).to.deep.equal([{ block_id: 'a', change: 'moved', before: 'a', after: 'a' }])
  })

  it('has nothing to say of the same text, and all of another one', () => {
    expect(blockDifference(blocks('a', 'b'), blocks('a', 'b'))).to.deep.equal([])
    const ids = Array.from({ length: 3_000 }, (_, n) => `${n}`)
    const from = ids.map((id) => ({ id: `x${id}`, rev: 1, text: id }))
    const to = ids.map((id) => ({ id: `y${id}`, rev: 1, text: id }))
    const told = blockDifference(from, to)
    expect(told.filter(({ change }) => change === 'removed')).to.have.length(3_000)
    expect(told.filter(({ change }) => change === 'added')).to.have.length(3_000)
  })
})
