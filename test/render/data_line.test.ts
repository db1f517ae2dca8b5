import { expect } from 'chai'
import { factsLine } from '../../src/render/tool_text/data_line.ts'
import { md, printed } from '../../src/render/markdown/md.ts'

describe('the facts that an answer adds to its words', () => {
  it('name a status, also where other text that was sent is the same word, and nothing that the caller named', () => {
    const thread = `thr_${'0'.repeat(26)}`
    const data = { scope: thread, section: '0123abcd', status: 'open', reaction: 'seen', edit: { outcome: 'accept' } }
    const sent = { body: 'open', thread_id: thread, after: ['0123abcd'], reaction: 'seen', review: data.edit }
    const facts = factsLine(data, md`Posted.`, sent)
    expect(facts && printed(facts)).to.equal('status open')
  })

  it('name what is a number only in its looks as it was given, but for a version', () => {
    const facts = factsLine({ version: '12', code: '007', digits: '0123' }, md`At version 12.`)
    expect(facts && printed(facts)).to.equal('code 007 · digits 0123')
  })
})
