import { expect } from 'chai'
import fc from 'fast-check'
import {
  handleFrom,
  handlePattern,
  handleUnder,
  handleWithSuffix,
  isHandle,
  isReserved,
  ownPart,
  reservedHandles,
  typedHandle,
} from '../../src/text/names/handles.ts'
import { isSlug, slugFrom, slugPattern, slugWithSuffix } from '../../src/text/names/slugs.ts'

describe('handles', () => {
  it('are made from names', () => {
    for (const [name, handle] of [
      ['Ana', 'ana'],
      ['Ana María Pérez', 'ana-maria-perez'],
      ["Cleo's Helper (v2)", 'cleos-helper-v2'],
      ['Straße Øl Łódź', 'strasse-ol-lodz'],
      ['--x--y--', 'x-y'],
      ['Мария', 'agent'],
      ['A', 'agent'],
      ['', 'agent'],
    ] as const) {
      expect(handleFrom(name, 'agent'), name).to.equal(handle)
    }
    expect([handleFrom('', 'human'), handleFrom('', 'guest')]).to.deep.equal(['person', 'guest'])
  })

  it('made from any name are handles, with any suffix', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), fc.integer({ min: 2, max: 99_999 }), (name, n) => {
        const handle = handleFrom(name, 'agent')
        expect(isHandle(handle)).to.equal(true)
        expect(isHandle(handleWithSuffix(handle, n))).to.equal(true)
        expect(handleWithSuffix(handle, n).endsWith(`-${n}`)).to.equal(true)
      }),
    )
  })

  it('have 3 to 30 of their closed set, and no dot of their own', () => {
    for (const text of ['ana', 'a-b', '007', 'a'.repeat(30)]) expect(isHandle(text), text).to.equal(true)
    for (const text of ['an', 'a'.repeat(31), 'Ana', 'ana.ben', '-ana', 'ana-', 'an a', 'anä', '@ana', 'ana\n']) {
      expect(isHandle(text), text).to.equal(false)
    }
    expect('ana').to.match(new RegExp(handlePattern))
  })

  it('do not speak for the service or stand for others', () => {
    for (const word of ['admin', 'me', 'none', 'all', 'svc', 'owner', 'system', 'everyone'])
      expect(isReserved(word)).to.equal(true)
    expect(isReserved('ana')).to.equal(false)
    for (const word of reservedHandles) expect(word).to.match(/^[a-z0-9-]+$/)
  })

  it('of an agent go under its human', () => {
    expect(handleUnder('otto', 'ada')).to.equal('otto.ada')
    expect(handleUnder('otto.ben', 'ada')).to.equal('otto.ada')
    expect(ownPart('otto.ada')).to.equal('otto')
    expect(typedHandle(' @Otto.Ada ')).to.equal('otto.ada')
    // results write it with an @, and a program puts its own before
    expect(typedHandle('@@otto.ada')).to.equal('otto.ada')
  })
})

describe('slugs', () => {
  it('are made from titles', () => {
    expect(slugFrom('What shall we cook?')).to.equal('what-shall-we-cook')
    expect(slugFrom('New')).to.equal('hub')
    expect(slugFrom('料理')).to.equal('hub')
    expect(slugWithSuffix('what-shall-we-cook', 2)).to.equal('what-shall-we-cook-2')
  })

  it('made from any title are slugs, with any suffix', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 250 }), fc.integer({ min: 2, max: 99_999 }), (title, n) => {
        expect(isSlug(slugFrom(title))).to.equal(true)
        expect(isSlug(slugWithSuffix(slugFrom(title), n))).to.equal(true)
        expect(slugFrom(title)).to.match(new RegExp(slugPattern))
      }),
    )
  })

  it('have 2 to 60 of their closed set', () => {
    for (const text of ['ab', 'a'.repeat(60), 'a-b-c', '42']) expect(isSlug(text), text).to.equal(true)
    for (const text of ['a', 'a'.repeat(61), 'A-b', 'a.b', '-ab', 'ab-', 'new', 'a b'])
      expect(isSlug(text), text).to.equal(false)
  })
})
