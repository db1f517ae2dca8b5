import { expect } from 'chai'
import fc from 'fast-check'
import { characters, firstCharacters } from '../../src/text/characters.ts'
import { isBlank } from '../../src/text/invisible.ts'
import { label } from '../../src/text/names/labels.ts'
import { untrusted } from '../../src/text/untrusted.ts'
import { wellFormed } from '../../src/text/well_formed.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 300 })
const brokenText = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 100 })
  .map((units) => String.fromCharCode(...units))

describe('characters', () => {
  it('are code points, as JSON Schema counts', () => {
    expect(['', 'abc', 'é', '😀😀', 'a\ud800b'].map(characters)).to.deep.equal([0, 3, 1, 2, 3])
    fc.assert(fc.property(fc.oneof(anyText, brokenText), (text) => characters(text) === Array.from(text).length))
  })

  it('are cut without halving one', () => {
    expect(firstCharacters('a😀b', 2)).to.equal('a😀')
    fc.assert(
      fc.property(fc.oneof(anyText, brokenText), fc.nat(50), (text, count) => {
        expect(firstCharacters(text, count)).to.equal(Array.from(text).slice(0, count).join(''))
      }),
    )
  })
})

describe('well-formed input', () => {
  it('names the field that holds NUL or half a pair', () => {
    expect(wellFormed({ title: 'fine 😀', body: 'a\0b' })).to.deep.equal([
      { path: 'body', message: 'holds a NUL character' },
    ])
    expect(wellFormed({ edits: [{ text: 'ok' }, { text: 'x\ud83d' }] }).map(({ path }) => path)).to.deep.equal([
      'edits.1.text',
    ])
    expect(wellFormed({ 'a\0': 1 })).to.have.length(1)
    expect(wellFormed({ n: 1, b: true, none: null, list: [[], {}] })).to.deep.equal([])
  })

  it('looks 20,000 levels deep', () => {
    let nested: unknown = '\udc00'
    for (let depth = 0; depth < 20_000; depth++) nested = depth % 2 ? [nested] : { inner: nested }
    expect(wellFormed({ body: nested })).to.have.length(1)
  })

  it('agrees with the language on what is well-formed', () => {
    fc.assert(
      fc.property(brokenText, (text) => {
        const fine = !text.includes('\0') && Buffer.from(text, 'utf8').toString('utf8') === text
        expect(wellFormed({ text }).length === 0).to.equal(fine)
      }),
    )
  })
})

describe('a label', () => {
  const of = (text: string): string => label(untrusted(text))

  it('is one line of at most 200 characters', () => {
    expect(of('  Soup\r\n\tof  the\u2028day ')).to.equal('Soup of the day')
    expect(characters(of('😀'.repeat(300)))).to.equal(200)
  })

  it('holds no control, bidi or tag characters', () => {
    expect(of('a\u202Eb\u2066c\u200Fd\u0007e\u{e0041}f\u200Bg\u009Bh')).to.equal('abcdefgh')
    expect(of('👩‍🍳')).to.equal('👩‍🍳')
  })

  it('whatever it is made from', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const made = of(text)
        expect(made).not.to.match(/[\p{Cc}\p{Bidi_Control}\u2028\u2029\u{e0000}-\u{e007f}]/u)
        expect(characters(made)).to.be.at.most(200)
        expect(of(made)).to.equal(made)
      }),
    )
  })

  it('may be blank', () => {
    expect([' ', '\u200B\u2060', '\u3164', '\u{e0041}'].map(isBlank)).to.deep.equal([true, true, true, true])
    expect(isBlank('a')).to.equal(false)
  })
})
