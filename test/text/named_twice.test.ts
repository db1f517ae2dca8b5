import { expect } from 'chai'
import { namedTwice } from '../../src/text/named_twice.ts'
import { growth } from '../support/cpu.ts'

describe('names that a client sends', () => {
  it('are found where one occurs again', () => {
    expect(namedTwice(['a', 'b', 'c'])).to.equal(undefined)
    expect(namedTwice(['a', 'b', 'c', 'b', 'a'])).to.equal('b')
    expect(namedTwice(['__proto__', 'x'])).to.equal(undefined)
  })

  it('take time by their number and not by its square', () => {
    const many = (size: number) => namedTwice(Array.from({ length: size }, (_, n) => n.toString(36)))
    expect(growth(many, 20_000)).to.be.below(3)
  })
})
