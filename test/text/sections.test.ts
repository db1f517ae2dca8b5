import { expect } from 'chai'
import { splitBlocks, type Block } from '../../src/text/blocks.ts'
import { sectionsOf, wordCount } from '../../src/text/sections.ts'
import { blockIds, introductionId } from '../../src/text/section_and_block_ids.ts'

const pad = 'pad_x'
const blocksOf = (text: string): Block[] => {
  const next = blockIds('edt_1', () => false)
  return splitBlocks(text).map((one) => ({ id: next(), rev: 1, text: one }))
}

describe('sections of a pad', () => {
  it('are named after the block of their heading', () => {
    const blocks = blocksOf('# One\n\ntext\n\n## Two\n\nmore text')
    expect(sectionsOf(pad, blocks).map(({ id, level, heading }) => ({ id, level, heading }))).to.deep.equal([
      { id: blocks[0]?.id, level: 1, heading: 'One' },
      { id: blocks[2]?.id, level: 2, heading: 'Two' },
    ])
  })

  it('put what stands before the first heading into the Introduction', () => {
    const [first, second] = sectionsOf(pad, blocksOf('Hello there.\n\n# One'))
    expect(first).to.include({ id: introductionId(pad), level: 0, heading: 'Introduction' })
    expect(second).to.include({ level: 1 })
  })

  it('are one Introduction in a text without headings, also in an empty one', () => {
    expect(sectionsOf(pad, blocksOf('a\n\nb'))).to.have.length(1)
    expect(sectionsOf(pad, [])).to.deep.equal([
      { id: introductionId(pad), level: 0, heading: 'Introduction', blocks: [] },
    ])
  })

  it('count words, not marks', () => {
    const [section] = sectionsOf(pad, blocksOf('# One two\n\n- three, don’t\n\n```\nfive\n```'))
    expect(section && wordCount(section)).to.equal(5)
  })

  it('get block ids that are the same whenever the edit is decided, and never one that is taken', () => {
    const [first, second] = [blockIds('edt_1', () => false), blockIds('edt_1', () => false)]
    const id = first()
    expect(id)
      .to.match(/^[0-9a-f]{8}$/)
      .and.to.equal(second())
    expect(blockIds('edt_1', (taken) => taken === id)()).to.not.equal(id)
  })
})
