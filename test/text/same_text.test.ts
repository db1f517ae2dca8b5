import { expect } from 'chai'
import fc from 'fast-check'
import { normalForm, sameTextKey } from '../../src/text/unwanted/same_text.ts'

const text = 'This sentence is long enough to be compared with others.'

describe('the same text', () => {
  it('is the same in other case, spacing, width and with what nobody sees', () => {
    for (const other of [
      text.toUpperCase(),
      `  ${text.replace(/ /g, ' \n')} `,
      `${text.replace(/ /g, '\t')}\u2028`,
      text.replace('long', 'lo\u200Bng'),
      text.replace('This', 'Ｔｈｉｓ'),
    ]) {
      expect(sameTextKey(other)).to.equal(sameTextKey(text))
    }
  })

  it('is another text when a word changes', () => {
    expect(sameTextKey(text.replace('long', 'short'))).not.to.equal(sameTextKey(text))
  })

  it('counts from 40 characters', () => {
    expect(sameTextKey('a'.repeat(39))).to.equal(undefined)
    expect(sameTextKey('a'.repeat(40))).to.be.a('string')
    expect(sameTextKey(`${'a'.repeat(39)}   `)).to.equal(undefined)
  })

  it('has one normal form', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (any) => normalForm(normalForm(any)) === normalForm(any)))
  })
})
