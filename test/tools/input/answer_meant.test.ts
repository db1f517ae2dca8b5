import { expect } from 'chai'
import { isAnswer } from '../../../src/tools/input/answer_meant.ts'
import { growth } from '../../support/cpu.ts'

describe('words that are nothing but an answer', () => {
  it('may end like a sentence, and are an answer alone', () => {
    expect(['Accept', ' yes!! ', 'Turned_down.', 'ok.!.'].map(isAnswer)).to.deep.equal([true, true, true, true])
    expect(['', '.', 'We accept.', 'yes. no.', 'accept it'].filter(isAnswer)).to.deep.equal([])
  })

  it('are told apart from words of any length in a time that grows with it', () => {
    expect(growth((size) => isAnswer(`${'.!'.repeat(size / 2)}x`), 10_000)).to.be.below(3)
  })
})
