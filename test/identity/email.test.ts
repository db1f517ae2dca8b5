import { expect } from 'chai'
import { emailKey, isEmail } from '../../src/identity/email.ts'

describe('an email address', () => {
  it('is compared without the case of a to z and without a tag, and by nothing else that folds', () => {
    expect(emailKey('Kim+news@Example.ORG')).to.equal('kim@example.org')
    expect(emailKey('\u212Aim@example.org')).not.to.equal('kim@example.org')
  })

  it('holds no control characters', () => {
    expect(isEmail('kim@example.org')).to.equal(true)
    for (const sign of ['\0', '\u0001', '\u007f', '\u0085', '\u200b', '\ud800'])
      expect(isEmail(`kim${sign}@example.org`), JSON.stringify(sign)).to.equal(false)
  })
})
