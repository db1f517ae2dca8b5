import { expect } from 'chai'
import { withinResult } from '../../src/render/cut_to_size.ts'
import { lines, printed, safe } from '../../src/render/markdown/md.ts'
import { fence } from '../../src/render/markdown/fence.ts'
import { untrusted } from '../../src/text/untrusted.ts'

describe('a result', () => {
  const size = (text: string, data: object) => JSON.stringify(text).length + JSON.stringify(data).length

  // SPEC: size budget: a result
  it('stays below 110,000 characters of JSON: its text is cut at the end of a line, quotes are closed, and it says so', () => {
    const text = lines([safe('first line'), fence(untrusted('a "quoted" line\n'.repeat(7_000)))])
    for (const data of [{}, { ids: Array.from({ length: 3_000 }, (_, n) => `msg_${n}`) }]) {
      const shorter = withinResult(text, data)
      const said = printed(shorter.text)
      expect(shorter.cut).to.equal(true)
      expect(size(said, data)).to.be.below(110_000)
      expect(said).to.match(/\n~~~~\ntext cut at \d+ of \d+ characters$/)
      expect(said.split('\n').filter((line) => line.startsWith('~~~~'))).to.have.length(2)
    }
  })

  it('is left alone where it fits', () => {
    const text = lines([fence(untrusted('loaf '.repeat(9_000)))])
    expect(withinResult(text, {})).to.deep.equal({ text, cut: false })
  })
})
