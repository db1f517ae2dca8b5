import { expect } from 'chai'
import fc from 'fast-check'
import { withoutCode } from '../../src/text/without_code.ts'
import { handlesIn, mentionsIn } from '../../src/text/names/mentions.ts'
import { growth, processorTime } from '../support/cpu.ts'

describe('mentions', () => {
  const rows: readonly (readonly [string, string, readonly string[]])[] = [
    ['one', 'Ask @ana please', ['ana']],
    ['an agent under its human', '@otto.ada: look', ['otto.ada']],
    ['without the dot of the sentence', 'Thanks @ana. And @ben-2... @cleo-', ['ana', 'ben-2', 'cleo']],
    ['each once, in order, in lower case', '@Ben @ana @BEN', ['ben', 'ana']],
    ['in brackets, emphasis and quotes', '(@ana) **@ben** “@cleo” > @dan', ['ana', 'ben', 'cleo', 'dan']],
    ['not in e-mail addresses', 'ana@example.com, a.b+c@example.com, x_@example.com', []],
    ["not another network's names", '@ana@social.example @ana_b @josé', []],
    ['not in URLs', 'https://social.example/@ana https://x.example/?q=@ben', []],
    ['not when escaped', String.raw`\@ana`, []],
    ['not in inline code', 'run `npm i @types` and ``a ` @b`` but @cleo', ['cleo']],
    ['not in fences', '```\n@ana\n```\n@ben\n~~~~\n@cleo\n~~~\n@dan\n~~~~\n@eve', ['ben', 'eve']],
    ['not in a fence in a quote or a list', '> ```\n> @ana\n> ```\n- ```\n  @ben\n  ```\n@cleo', ['cleo']],
    ['not in a fence that never ends', '@ana\n```\n@ben', ['ana']],
    ['after a backtick that opens nothing', 'a ` b @ana', ['ana']],
    ['across an empty line a span does not reach', 'a ` b\n\n@ana ` c', ['ana']],
    ['after an escaped backtick', String.raw`\`@ana\``, ['ana']],
    ['not an @ alone', '@ @. @- @@', []],
    ['no letters that only fold into the set', '@\u017Fam @\u212Aim', []],
  ]
  for (const [name, text, handles] of rows) {
    it(name, () => {
      expect(handlesIn(text)).to.deep.equal(handles)
    })
  }

  it('find any handle among words, whatever surrounds it', () => {
    const handle = fc.stringMatching(/^[a-z0-9][a-z0-9-]{1,20}[a-z0-9](?:\.[a-z0-9]{3,10})?$/)
    fc.assert(
      fc.property(fc.array(handle, { maxLength: 10 }), (handles) => {
        expect(handlesIn(handles.map((one) => `hey @${one}, `).join(''))).to.deep.equal([...new Set(handles)])
      }),
    )
  })

  it('hold nothing but the closed set', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const handle of handlesIn(`@${text} @x${text}`))
          expect(handle).to.match(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/)
      }),
    )
  })

  it('stay fast on texts made to be slow', () => {
    const odd = Array.from({ length: 190 }, (_, n) => '`'.repeat(n + 1)).join(' ')
    for (const text of [
      '@'.repeat(20_000),
      '@a'.repeat(10_000),
      '` '.repeat(10_000),
      odd,
      `@${'a.'.repeat(9_000)}_`,
      '> '.repeat(10_000),
      '- '.repeat(10_000),
    ]) {
      expect(
        processorTime(() => handlesIn(`${text} \` @x`)),
        text.slice(0, 20),
      ).to.be.below(500)
    }
  })
})

describe('a mention that ends in dots and hyphens', () => {
  it('takes no longer the more of them stand within it', () => {
    const long = (size: number): string => `@a${'.-'.repeat(size / 2)}b`
    expect(growth((size) => handlesIn(long(size)), 10_000)).to.be.below(3)
    expect(growth((size) => mentionsIn(long(size)), 10_000)).to.be.below(3)
    expect(handlesIn('@ana.-b.-. @ben...')).to.deep.equal(['ana.-b', 'ben'])
  })
})

describe('text without code', () => {
  it('keeps every position and every line', () => {
    const piece = fc.constantFrom('`', '``', '```', '~~~', '\n', 'a', ' ', '\\', '> ', '- ', '😀')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
        const text = pieces.join('')
        const shown = withoutCode(text)
        expect(shown).to.have.length(text.length)
        for (let at = 0; at < text.length; at++) {
          if (shown[at] !== text[at]) expect(shown[at]).to.equal(' ')
          if (text[at] === '\n') expect(shown[at]).to.equal('\n')
        }
      }),
    )
  })
})
