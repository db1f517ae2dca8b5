import { expect } from 'chai'
import fc from 'fast-check'
import { linksIn } from '../../src/text/links.ts'
import { processorTime } from '../support/cpu.ts'

describe('links', () => {
  const found: readonly (readonly [string, string, readonly string[]])[] = [
    ['inline', 'see [a](https://a.example/x "title")', ['https://a.example/x']],
    ['inline in angle brackets', '[a](<https://a.example/x y>)', ['https://a.example/x y']],
    ['inline with brackets in it', '[a](https://a.example/x_(y))', ['https://a.example/x_(y)']],
    [
      'an image in a link',
      '[![alt](https://i.example/p.png)](https://a.example)',
      ['https://i.example/p.png', 'https://a.example'],
    ],
    ['a definition', '[a][1]\n\n[1]: https://a.example/x', ['https://a.example/x']],
    ['an autolink', '<https://a.example/x>', ['https://a.example/x']],
    ['a mail autolink', '<mailto:ana@a.example>', ['mailto:ana@a.example']],
    ['bare', 'Look: https://a.example/x.', ['https://a.example/x']],
    ['bare in brackets', '(https://a.example/x_(y))', ['https://a.example/x_(y)']],
    ['bare www', 'www.a.example, too', ['www.a.example']],
    ['one that is its own label, once', '[https://a.example](https://a.example)', ['https://a.example']],
    ['protocol-relative', '[a](//a.example)', ['//a.example']],
    ['relative', '[a](/t/thr_1)', ['/t/thr_1']],
    ['repeats', 'https://a.example https://a.example', ['https://a.example', 'https://a.example']],
    ['not in code', '`https://a.example` and\n```\nhttps://b.example\n```\n', []],
    ['not a file name or an address', 'README.md, a.example, ana@a.example', []],
    ['not a word that ends like a scheme', 'xhttps://a.example', []],
  ]
  for (const [name, text, links] of found) {
    it(`finds ${name}`, () => {
      expect(linksIn(text)).to.deep.equal(links)
    })
  }

  it('never throws, and finds every bare link among plain words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) =>
        linksIn(text).every((link) => link !== ''),
      ),
    )
    fc.assert(
      fc.property(fc.array(fc.webUrl({ withQueryParameters: false }), { maxLength: 8 }), (urls) => {
        const plain = urls.map((url) => url.replace(/[^a-z0-9:/.]/gi, '').replace(/[.:]+$/, ''))
        expect(linksIn(plain.join(' and '))).to.have.length(plain.length)
      }),
    )
  })

  it('stays fast on texts made to be slow', () => {
    for (const text of [
      '['.repeat(20_000),
      '[]('.repeat(7_000),
      'https://((('.repeat(1_800),
      `https://a.example/${')'.repeat(19_000)}`,
      '[a]: '.repeat(4_000),
    ]) {
      expect(
        processorTime(() => linksIn(text)),
        text.slice(0, 20),
      ).to.be.below(500)
    }
  })
})
