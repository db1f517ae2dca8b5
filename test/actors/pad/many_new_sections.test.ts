import { expect } from 'chai'
import { save } from '../../../actors/pad/editing/save.ts'
import { untrusted } from '../../../src/text/untrusted.ts'
import { processorTime } from '../../support/cpu.ts'
import { helper, PaperPad } from './on_paper.ts'

describe('an edit of a pad with many sections', () => {
  const ada = helper('ada')
  const then = Date.parse('2026-09-24T10:00:00Z')
  const lines = (count: number, line: (n: number) => string): string[] =>
    Array.from({ length: count }, (_, n) => line(n))

  const headings = (count: number) => untrusted(lines(count, (n) => `# h${n}`).join('\n\n'))

  it('fits up to 1,000 of them, and is refused with one more, which says how many fit', () => {
    const pad = new PaperPad()
    const made = { edit_id: 'edt_0', title: untrusted('Many') }
    const tooMany = { code: 'too_large', reason: 'pad', details: { limit: 1_000, size: 1_001 } }
    const { refusal } = pad.ask('create', ada, { ...made, text: headings(1_001) }, then)
    expect(refusal).to.deep.include(tooMany)
    expect(refusal?.message).to.include('1001 sections; at most 1000 fit')
    pad.ask('create', ada, { ...made, text: headings(999) }, then)
    const adds = (edit_id: string, count: number) => {
      const inserts = [{ after: 'start', text: headings(count) }]
      return pad.ask('edit', ada, { edit_id, inserts }, then)
    }
    expect(adds('edt_1', 2).refusal).to.deep.include(tooMany)
    expect(adds('edt_1', 1).refusal).to.equal(undefined)
    expect(pad.version).to.equal(2)
  })

  it('has at most 10,000 paragraphs, and one that has more keeps them', () => {
    const made = { edit_id: 'edt_0', title: untrusted('Many') }
    const paragraphs = (count: number) => untrusted(lines(count, () => 'a').join('\n\n'))
    const tooMany = { code: 'too_large', reason: 'pad', details: { limit: 10_000, size: 10_001 } }
    const pad = new PaperPad()
    const { refusal } = pad.ask('create', ada, { ...made, text: paragraphs(10_001) }, then)
    expect(refusal).to.deep.include(tooMany)
    expect(refusal?.message).to.include('10001 paragraphs; at most 10000 fit')
    pad.ask('create', ada, { ...made, text: paragraphs(10_000) }, then)
    const more = [{ after: 'start', text: paragraphs(1) }]
    expect(pad.ask('edit', ada, { edit_id: 'edt_1', inserts: more }, then).refusal).to.deep.include(tooMany)

    const { state } = pad
    if (!state) throw new Error('there is no pad')
    const larger = [...state.blocks, { id: 'ffffffff', rev: 1, text: 'b' }]
    const going = { id: 'edt_2', by: ada, title: state.title, base_version: 1, landed: [], now: then } as const
    const shorter = { ...state, blocks: larger.slice(0, 10) }
    for (const kind of ['edit', 'undo'] as const)
      expect(() => save(shorter, { ...going, kind, blocks: larger })).to.throw('10001 paragraphs')
    const longer = { ...state, blocks: larger }
    const changed = larger.with(0, { id: 'ffffffff', rev: 1, text: 'c' })
    expect(save(longer, { ...going, kind: 'edit', blocks: changed })?.pad.blocks).to.have.length(10_001)
  })

  /** Every section goes, and as many come under other headings, in another order. */
  function turnOver(sections: number): void {
    const pad = new PaperPad()
    const texts = [
      [...lines(sections, (n) => `p${n}`), ...lines(sections, (n) => `# h${n}`)],
      [...lines(sections, (n) => `# other${n}`), ...lines(sections, (n) => `q${n}`)],
      [...lines(sections, (n) => `r${n}`), ...lines(sections, (n) => `# third${n}`)],
    ].map((blocks) => untrusted(blocks.join('\n\n')))
    pad.ask('create', ada, { edit_id: 'edt_0', title: untrusted('Many'), text: texts[0] }, then)
    for (const [n, text] of texts.slice(1).entries()) {
      const { refusal } = pad.ask('edit', ada, { edit_id: `edt_${n + 1}`, base_version: n + 1, text }, then + n)
      expect(refusal).to.equal(undefined)
    }
    expect(pad.version).to.equal(3)
  }

  it('is decided soon, also where none of them was there before', () => {
    expect(processorTime(() => turnOver(990))).to.be.below(1_500)
  })
})
