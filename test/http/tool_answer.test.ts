import { expect } from 'chai'
import { answerBody, jsonOf } from '../../src/http/answer/tool_answer.ts'
import { type Alike, type Called, OneOfMany } from '../../src/tools/call/called.ts'

describe('the JSON of answers that are alike', () => {
  const alike = {
    text: 'One "quoted" line — ünd',
    data: { thread_id: 'thr_1', posts: [{ id: 'msg_1', seq: 1 }], retry_after_seconds: 3, none: undefined },
  }
  const trust = { integrity: 'untrusted', confidentiality: 'public' } as const
  const sent = (called: Called): string => {
    const { shared, rest } = jsonOf(called)
    return `${shared?.toString('utf8') ?? ''}${rest}`
  }
  const one = (own: object, of: Alike = alike) => new OneOfMany(of, own, trust, undefined)
  const same = (called: Called) =>
    expect(JSON.parse(sent(called))).to.deep.equal(JSON.parse(JSON.stringify(answerBody(called))))

  it('is that of each by itself', () => {
    same(one({}))
    same(one({ waited_ms: 12, linked_to: { name: 'Ann' } }))
    same(one({ waited_ms: 14, linked_to: undefined }))
  })

  it('is made once for all of them', () => {
    const { shared } = jsonOf(one({ waited_ms: 12 }))
    expect(jsonOf(one({ waited_ms: 14 })).shared).to.equal(shared)
    expect(jsonOf(one({ waited_ms: 12 }, { ...alike, text: 'Other words' })).shared).not.to.equal(shared)
  })

  it('is the same where its words look like what stands for the fields of one', () => {
    same(one({ waited_ms: 12 }, { ...alike, text: 'words,"own fields":0 and ,\\"own fields\\":0' }))
  })

  it('has twins of the names that some clients expect, in what all share and in what one has', () => {
    expect(sent(one({}))).to.contain('retryAfter')
    same(one({ retry_after_seconds: 4 }, { text: 'Wait', data: { thread_id: 'thr_2' } }))
  })
})
