import { expect } from 'chai'
import { growth } from '../../support/cpu.ts'
import { type Block, joinBlocks, splitBlocks } from '../../../src/text/blocks.ts'
import { bothWords } from '../../../src/text/merging/both_words.ts'
import { mergeKeepingBoth, withChoices } from '../../../src/text/merging/clash.ts'
import { compare } from '../../../src/text/merging/compare.ts'
import { rebased, currentText } from '../../../src/text/merging/draft.ts'
import { merge } from '../../../src/text/merging/merge.ts'
import { mergeWords } from '../../../src/text/merging/merge_words.ts'
import { untrusted, words } from '../../../src/text/untrusted.ts'

const blocks = (...texts: string[]): Block[] => texts.map((text, n) => ({ id: `b${n}`, rev: 1, text }))
const changed = (base: readonly Block[], id: string, text: string): Block[] =>
  base.map((block) => (block.id === id ? { ...block, rev: 2, text } : block))

describe('the words of both', () => {
  it('are the merged text where two changed different words', () => {
    const cases: [string, string, string][] = [
      ['Mix at 78 % water.', 'Mix at 75 % water.', 'Mix at 78 % water, slowly.'],
      ['one two three', 'one 2 three', 'one two three four'],
      ['a b c d e f', 'a b c d e', 'x b c d e f'],
    ]
    for (const [base, mine, theirs] of cases)
      expect(bothWords(base, mine, theirs)).to.equal(mergeWords(base, mine, theirs))
  })

  it('keep every word that either put in where they changed the same ones', () => {
    const random = generator(3)
    const word = () => 'rye oats salt 24 °C bread water oven wheat spelt'.split(' ')[random(10)]!
    for (let n = 0; n < 500; n++) {
      const base = Array.from({ length: 1 + random(8) }, word)
      const side = () => base.flatMap((one) => (random(3) ? [one] : random(2) ? [`${word()}!`] : [one, `${word()}?`]))
      const [mine, theirs] = [side().join(' '), side().join(' ')]
      const both = bothWords(base.join(' '), mine, theirs)
      for (const one of `${mine} ${theirs}`.match(/\S+[!?]/g) ?? [])
        expect(both, `${mine} | ${theirs}`).to.contain(one.slice(0, -1))
    }
  })

  it('come as quickly for each of many places where both changed something', () => {
    const change = (places: number): string => {
      const words = Array.from({ length: places }, (_, n) => `w${n % 10}`)
      const spaced = (rest: number) => words.map((word, n) => (n % 2 === rest ? `${word}  ` : `${word} `)).join('')
      return bothWords(words.join(' '), `x${spaced(0)}`, `y${spaced(1)}`)
    }
    expect(growth(change, 10_000)).to.be.below(3)
  })
})

describe('a refused merge', () => {
  const base = blocks('# Dough', 'Rest 40 minutes.', 'Salt.', 'Bake.')

  it('goes on as a text with everything of both, and names where they met', () => {
    const current = changed(changed(base, 'b1', 'Rest 50 minutes.'), 'b3', 'Bake hot.')
    const mine = compare(base, ['# Dough', 'Rest 45 minutes, covered.', 'Sea salt.', 'Bake.'])
    const { blocks: made, clashes } = mergeKeepingBoth(base, mine, current)
    expect(made.map(({ text }) => text)).to.deep.equal([
      '# Dough',
      'Rest 50 45 minutes, covered.',
      'Sea salt.',
      'Bake hot.',
    ])
    expect(clashes).to.deep.equal([
      {
        block: 'b1',
        kind: 'changed',
        base: 'Rest 40 minutes.',
        mine: 'Rest 45 minutes, covered.',
        theirs: 'Rest 50 minutes.',
        both: 'Rest 50 45 minutes, covered.',
      },
    ])
    expect(
      merge(
        current,
        compare(
          current,
          made.map(({ text }) => text),
        ),
        current,
      ).conflicts,
    ).to.deep.equal([])
  })

  it('keeps a paragraph that one took out while the other changed it', () => {
    const gone = base.filter(({ id }) => id !== 'b2')
    const theyTook = mergeKeepingBoth(base, compare(base, ['# Dough', 'Rest 40 minutes.', 'Sea salt.', 'Bake.']), gone)
    expect(theyTook.blocks.map(({ text }) => text)).to.deep.equal(['# Dough', 'Rest 40 minutes.', 'Sea salt.', 'Bake.'])
    expect(theyTook.clashes[0]).to.include({ kind: 'removed', mine: 'Sea salt.', theirs: '' })
    const iTook = mergeKeepingBoth(
      base,
      compare(base, ['# Dough', 'Rest 40 minutes.', 'Bake.']),
      changed(base, 'b2', 'Sea salt.'),
    )
    expect(iTook.blocks.map(({ text }) => text)).to.deep.equal(['# Dough', 'Rest 40 minutes.', 'Sea salt.', 'Bake.'])
    expect(iTook.clashes[0]).to.include({ mine: '', theirs: 'Sea salt.', both: 'Sea salt.' })
  })

  it('loses nothing that either wrote, whatever they did at once', () => {
    const random = generator(11)
    let met = 0
    for (let n = 0; n < 400; n++) {
      const start = blocks(
        ...Array.from({ length: 2 + random(5) }, (_, at) => `Paragraph ${at} says a${random(9)} b c`),
      )
      const side = (mark: string) => {
        const texts = start.flatMap(({ text }) => {
          const what = random(8)
          if (what === 0) return []
          if (what === 1) return [text, `New ${mark}${random(99)}`]
          return what < 4 ? [text.replace(/a\d/, `${mark}${random(99)}`)] : [text]
        })
        if (random(5) === 0) texts.push(texts.shift() ?? '')
        return texts.filter((text) => text !== '')
      }
      const [mineTexts, theirTexts] = [side('mine'), side('theirs')]
      const current = compare(start, theirTexts).map(
        ({ id, text }, at): Block => ({ id: id ?? `n${at}`, rev: 2, text }),
      )
      const { blocks: made, clashes } = mergeKeepingBoth(start, compare(start, mineTexts), current)
      met += clashes.length
      const text = joinBlocks(made.map((one) => one.text))
      for (const one of [...mineTexts, ...theirTexts].join(' ').match(/(mine|theirs)\d+/g) ?? []) {
        expect(text, `${mineTexts.join('|')} / ${theirTexts.join('|')}`).to.contain(one)
      }
    }
    expect(met).to.be.greaterThan(100)
  })
})

describe('a text that was taken', () => {
  const take = (text: string, takes: Parameters<typeof withChoices>[1]) => words(withChoices(untrusted(text), takes))
  const sides = { mine: untrusted('Mine.'), theirs: untrusted('Theirs.'), both: untrusted('Theirs. Mine.') }

  it('stands where both stood; what was mended by hand stands as it was mended', () => {
    const text = 'Above.\n\nTheirs. Mine.\n\nBelow.'
    expect(take(text, [{ take: 'mine', ...sides }])).to.equal('Above.\n\nMine.\n\nBelow.')
    expect(take(text, [{ take: 'theirs', ...sides }])).to.equal('Above.\n\nTheirs.\n\nBelow.')
    expect(take(text, [{ take: 'both', ...sides }])).to.equal(text)
    expect(take(text, [{ take: 'mine', both: sides.both }]), 'taken out').to.equal('Above.\n\nBelow.')
    expect(take('Mended.', [{ take: 'mine', ...sides }])).to.equal('Mended.')
  })
})

describe('a section in somebody’s hands', () => {
  const base = blocks('# Dough', 'Flour.', '## Rest', 'An hour.')
  const place = { pad: 'pad_1', section: 'b2' }

  it('is its own text, rebased on what others did around it', () => {
    expect(currentText(place, base)).to.equal('## Rest\n\nAn hour.')
    const current = changed(base, 'b1', 'Rye flour.')
    expect(rebased(place, untrusted('## Rest\n\nTwo hours.'), base, current)).to.deep.equal({
      text: '## Rest\n\nTwo hours.',
      whole: false,
      clashes: [],
    })
  })

  it('becomes the whole text where its heading is gone by now', () => {
    const current = base.filter(({ id }) => id !== 'b2')
    const anew = rebased(place, untrusted('## Rest\n\nTwo hours.'), base, current)
    expect(anew?.whole).to.equal(true)
    expect(splitBlocks(words(anew!.text)))
      .to.include('Two hours.')
      .and.include('Flour.')
  })
})

function generator(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
