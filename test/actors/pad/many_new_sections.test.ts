import { expect } from 'chai'
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
