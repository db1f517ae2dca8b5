import { expect } from 'chai'
import { untrusted } from '../../../src/text/untrusted.ts'
import { processorTime } from '../../support/cpu.ts'
import { helper, PaperPad } from './on_paper.ts'

describe('an edit of a pad with many sections', () => {
  const ada = helper('ada')
  const then = Date.parse('2026-09-24T10:00:00Z')
  const lines = (count: number, line: (n: number) => string): string[] =>
    Array.from({ length: count }, (_, n) => line(n))

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
