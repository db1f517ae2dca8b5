import { expect } from 'chai'
import { firstWords } from '../../src/text/first_words.ts'
import { untrusted, words } from '../../src/text/untrusted.ts'
import { growth } from '../support/cpu.ts'

describe('the first words of a text, as lists quote it', () => {
  const cases: readonly (readonly [what: string, text: string, said: string])[] = [
    ['a heading and bold', '## Bread\n\nIt is **good**.', 'Bread It is good.'],
    ['a list with boxes', '- [x] Flour\n- [ ] Salt', 'Flour Salt'],
    ['code without its fence', '```js\nrise()\n```', 'rise()'],
    ['a table', 'Offers:\n\n| Offer | EUR |\n| --- | ---: |\n| Miller | 12 |', 'Offers: Offer, EUR Miller, 12'],
    ['a pipe that is no table', 'cat flour | bake', 'cat flour | bake'],
    ['a link', 'See [the pad](/p/pad_01) and ![a loaf](/i/2).', 'See the pad and a loaf.'],
    ['a link that was cut', 'It stands in [the pad](/p/pad_0', 'It stands in the pad'],
    ['brackets that are no link', 'Take [two] (or three)', 'Take [two] (or three)'],
    ['more than fits, cut at a word', 'one two three four five', 'one two three …'],
  ]
  for (const [what, text, said] of cases) {
    it(`of ${what} are words without marks`, () => {
      expect(words(firstWords(untrusted(text), what.startsWith('more') ? 15 : 80))).to.equal(said)
    })
  }

  it('take twice as long for twice as much, also of texts made to be slow', () => {
    const slow: readonly (readonly [what: string, text: (size: number) => string])[] = [
      ['a cell of spaces', (size) => `|a${' '.repeat(size)}b|`],
      ['spaces that end in no pipe', (size) => `|a|${' '.repeat(size)}b`],
      ...[
        '| ',
        '|',
        ' |',
        '|-',
        '|-x',
        '| |\n',
        ' ',
        '\t',
        '\n',
        '*',
        '* ',
        '_a',
        '```',
        '- [ ] ',
        '#',
        '> ',
        '[',
        '[a](',
        '[a',
        '](',
      ].map(
        (piece) => [JSON.stringify(piece), (size: number) => piece.repeat(Math.floor(size / piece.length))] as const,
      ),
    ]
    for (const [what, text] of slow) {
      expect(
        growth((size) => firstWords(untrusted(text(size)), 200), 20_000),
        what,
      ).to.be.below(3)
    }
  })
})
