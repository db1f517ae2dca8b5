import { expect } from 'chai'
import { firstWords } from '../../src/text/first_words.ts'
import { untrusted, words } from '../../src/text/untrusted.ts'

describe('the first words of a text, as lists quote it', () => {
  const cases: readonly (readonly [what: string, text: string, said: string])[] = [
    ['a heading and bold', '## Bread\n\nIt is **good**.', 'Bread It is good.'],
    ['a list with boxes', '- [x] Flour\n- [ ] Salt', 'Flour Salt'],
    ['code without its fence', '```js\nrise()\n```', 'rise()'],
    ['a table', 'Offers:\n\n| Offer | EUR |\n| --- | ---: |\n| Miller | 12 |', 'Offers: Offer, EUR Miller, 12'],
    ['a pipe that is no table', 'cat flour | bake', 'cat flour | bake'],
    ['more than fits, cut at a word', 'one two three four five', 'one two three …'],
  ]
  for (const [what, text, said] of cases) {
    it(`of ${what} are words without marks`, () => {
      expect(words(firstWords(untrusted(text), what.startsWith('more') ? 15 : 80))).to.equal(said)
    })
  }
})
