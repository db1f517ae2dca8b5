import { expect } from 'chai'
import { errorBody, messageOf } from '../../src/http/answer/error_body.ts'
import { refusedResult } from '../../src/http/mcp/refused_result.ts'
import { notFound } from '../../src/rules/errors.ts'

describe('what a refusal says besides', () => {
  const refusal = notFound('unreadable', 'There is no such thread.').with({
    details: { place_id: 'hub_x', postscript: 'You are registered, with the key dpa_secret.' },
  })

  it('is read behind its message, at each door', () => {
    const words = 'There is no such thread. You are registered, with the key dpa_secret.'
    expect(messageOf(refusal)).to.equal(words)
    expect(refusedResult(refusal).content[0].text).to.contain(words)
  })

  it('is in no message and no field: it may hold a secret', () => {
    expect(refusal.message).to.equal('There is no such thread.')
    expect(errorBody(refusal)).to.deep.equal({
      error: 'not_found',
      reason: 'unreadable',
      message: 'There is no such thread.',
      place_id: 'hub_x',
    })
  })
})
