import { expect } from 'chai'
import { answerBody, jsonOf } from '../../src/http/answer/tool_answer.ts'
import type { Called } from '../../src/tools/call/called.ts'

describe('the JSON of answers that are alike', () => {
  const alike = { thread_id: 'thr_1', posts: [{ id: 'msg_1', seq: 1 }], retry_after_seconds: 3, none: undefined }
  const called = (data: Record<string, unknown>, text = 'One "quoted" line'): Called => ({
    text,
    data,
    alike,
    trust: { integrity: 'untrusted', confidentiality: 'public' },
  })
  const same = (one: Called) =>
    expect(JSON.parse(jsonOf(one))).to.deep.equal(JSON.parse(JSON.stringify(answerBody(one))))

  it('is that of each by itself', () => {
    same(called({ ...alike }))
    same(called({ ...alike, waited_ms: 12, linked_to: { name: 'Ann' } }))
    same(called({ ...alike, waited_ms: 14, linked_to: undefined }))
  })

  it('has the words of each, and a field of its own in place of one that all have', () => {
    same(called({ ...alike, waited_ms: 15 }, 'Other words'))
    same(called({ ...alike, posts: [], waited_ms: 16 }))
    same(called({ ...alike, waited_ms: 17 }))
  })
})
