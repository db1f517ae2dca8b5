import { expect } from 'chai'
import { emailKey, isEmail } from '../../src/rules/email_address.ts'

describe('an email address', () => {
  it('is compared without case and without a tag', () => {
    expect(emailKey('Kim+news@Example.ORG')).to.equal('kim@example.org')
    for (const [great, small] of [
      ['J\u00d6RG', 'j\u00f6rg'],
      // the last letter of a Greek word has a small form of its own
      ['\u039d\u0399\u039a\u039f\u03a3', '\u03bd\u03b9\u03ba\u03bf\u03c2'],
    ]) {
      expect(emailKey(`${great}@x.de`)).to.equal(`${small}@x.de`)
      expect(emailKey(`${small}@x.de`)).to.equal(`${small}@x.de`)
    }
  })

  it('is another one where a letter only looks like one of a to z once it is small', () => {
    const ascii = /^[a-z]/
    for (let point = 0x80; point <= 0x10ffff; point++) {
      const letter = String.fromCodePoint(point)
      if (!ascii.test(letter.toLowerCase())) continue
      expect(emailKey(`${letter}im@x.de`), point.toString(16)).to.equal(`${letter}im@x.de`)
    }
    expect(emailKey('\u212aIM@x.de')).to.equal('\u212aim@x.de')
    expect(emailKey('\u0130DA@x.de')).to.equal('\u0130da@x.de')
  })

  it('holds no control characters', () => {
    expect(isEmail('kim@example.org')).to.equal(true)
    for (const sign of ['\0', '\u0001', '\u007f', '\u0085', '\u200b', '\ud800'])
      expect(isEmail(`kim${sign}@example.org`), JSON.stringify(sign)).to.equal(false)
  })
})
