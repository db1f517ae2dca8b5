import { expect } from 'chai'
import { changedHtml } from '../../src/render/changed/changed_html.ts'
import { markdownHtml } from '../../src/render/markdown_html.ts'
import { sidesOf } from '../../src/render/marks/change.ts'
import { changedLines, changedParagraphs } from '../../src/text/merging/changed_lines.ts'
import { untrusted } from '../../src/text/untrusted.ts'
import { growth } from '../support/cpu.ts'
import { expectInert } from './inert.ts'

const printed = (text: string) =>
  markdownHtml(untrusted(text), { origin: 'https://svc.example', labels: false, under: 1 })
const between = (before: string, after: string) => changedHtml(printed(before), printed(after))
/** Without what went, and with what came as plain words. */
const newer = (marked: string) =>
  marked
    .replace(/\n?<(tr|li|p) class="old">[^]*?<\/\1>\n?/g, '')
    .replace(/<del>[^<]*<\/del>/g, '')
    .replace(/<\/?ins>| class="new"/g, '')
const plain = (text: string) => text.replace(/\s+/g, '')

describe('two texts as one', () => {
  it('mark the words that went and those that came, amounts whole', () => {
    expect(between('Mix at 78 % water. Rest 40 minutes.', 'Mix at 75 % water. Add salt. Rest 40 minutes.')).to.equal(
      '<p>Mix at <del>78 %</del> <ins>75 %</ins> water. <ins>Add salt.</ins> Rest 40 minutes.</p>\n',
    )
    expect(between('| a | b |\n|--|--:|\n| rye | € 6.20 |', '| a | b |\n|--|--:|\n| rye | € 6.40 |')).to.contain(
      '><del>€ 6.20</del> <ins>€ 6.40</ins></td>',
    )
  })

  it('show a row, an item and a paragraph that is new or gone as a whole', () => {
    const rows = between('| a |\n|--|\n| rye |\n| oats |', '| a |\n|--|\n| rye |\n| spelt bread |')
    expect(rows)
      .to.contain('<tr class="new">\n<td>spelt bread</td>')
      .and.contain('<tr class="old">\n<td><del>oats</del></td>')
    expect(rows.indexOf('oats'), 'what went stands before what came').to.be.below(rows.indexOf('spelt'))
    const items = between('- salt\n- two eggs\n- flour', '- salt\n- flour')
    expect(items).to.contain('<li>salt</li>\n<li class="old"><del>two eggs</del></li>\n<li>flour</li>')
    expect(between('Here.\n\nThere it is.', 'There it is.')).to.equal(
      '<p class="old"><del>Here.</del></p>\n<p>There it is.</p>\n',
    )
    expect(between('', 'All **new**')).to.equal('<p><ins>All</ins> <strong><ins>new</ins></strong></p>\n')
  })

  it('show a row as the same one while its first cell is, however much else changed', () => {
    const row = (share: string, note: string) => `| Part | Share | Note |\n|--|--|--|\n| Salt | ${share} | ${note} |`
    const shown = between(row('2 %', 'fine'), row('2.2 %', 'from the sea, by the bag'))
    expect(shown).to.contain('<td>Salt</td>').and.contain('<del>2 %</del> <ins>2.2 %</ins>')
    expect(shown).not.to.contain('class="old"')
  })

  it('compare rows as lines where several have the same first cell', () => {
    const table = (...rows: string[]) => ['| a | b |', '|--|--|', ...rows.map((row) => `| Bread | ${row} |`)].join('\n')
    const shown = between(
      table('rye flour with some warm water', 'salt from the sea'),
      table('salt from the sea and coarse', 'oats'),
    )
    expect(shown)
      .to.contain('<del>rye flour with some warm water</del>')
      .and.contain('salt from the sea <ins>and coarse</ins>')
  })

  it('take no longer for the room between two words', () => {
    const added = (size: number): string => changedHtml('<p>one</p>', printed(`two${' '.repeat(size)}words`))
    expect(growth(added, 10_000)).to.be.below(3)
  })

  it('say nothing where nothing changed', () => {
    expect(between('# A\n\nb', '# A\n\nb')).to.equal(printed('# A\n\nb'))
  })

  it('read as the newer one without what is marked as gone, whatever changed, and stay inert', () => {
    const random = generator(7)
    for (let n = 0; n < 400; n++) {
      const before = document(random)
      const after = random(2) === 0 ? document(random) : mutated(before, random)
      const marked = between(before, after)
      expectInert(marked)
      expect(plain(newer(marked)), `${before}\n=>\n${after}\n=>\n${marked}`).to.equal(plain(printed(after)))
    }
  })
})

describe('lines with + and -', () => {
  it('are read back as the paragraphs before and after', () => {
    const sides = [{ before: 'a\nb', after: 'a\nc' }, { before: 'd' }, { before: 'e', after: 'f' }, { after: 'g' }]
    const lines = (some: typeof sides) => untrusted(changedParagraphs(some))
    expect(sidesOf(lines(sides.slice(0, 1)))).to.deep.equal(sides.slice(0, 1))
    // two of one side stay two paragraphs
    expect(sidesOf(lines(sides.slice(2)))).to.deep.equal([{ before: 'e', after: 'f\n\ng' }])
    expect(sidesOf(lines(sides.slice(1, 3)))).to.deep.equal([{ before: 'd\n\ne', after: 'f' }])
    expect(sidesOf(lines(sides.slice(1, 2)))).to.deep.equal([{ before: 'd' }])
  })

  const numbered = (n: number, of: (n: number) => string) => Array.from({ length: n }, (_, k) => of(k + 1)).join('\n')

  it('name of a long table the rows that changed, below its head', () => {
    const head = '| Loaf | Price |\n|---|---:|'
    const before = `${head}\n${numbered(20, (n) => `| ${n} | ${n} € |`)}`
    const after = `${before.replace('| 7 | 7 € |', '| 7 | 8 € |')}\n| 21 | 21 € |`
    expect(changedLines({ before, after }).split('\n')).to.deep.equal([
      '- | Loaf | Price |',
      '- |---|---:|',
      '- | 7 | 7 € |',
      '+ | Loaf | Price |',
      '+ |---|---:|',
      '+ | 7 | 8 € |',
      '+ | 21 | 21 € |',
    ])
    const renamed = before.replace('Price', 'Euro')
    expect(changedLines({ before, after: renamed })).to.equal(
      '- | Loaf | Price |\n- |---|---:|\n+ | Loaf | Euro |\n+ |---|---:|',
    )
    const short = before.replace('| 7 | 7 € |\n', '')
    const [{ before: was = '', after: is = '' } = {}] = sidesOf(untrusted(changedLines({ before, after: short })))
    expect(between(was, is), 'a table that lost a row stands')
      .to.match(/<th[^>]*>Loaf</)
      .and.match(/<tr class="old">\s*<td[^>]*><del>7</)
    expect(changedLines({ after }), 'a new one is whole').to.contain('| 13 | 13 € |')
  })

  it('name of a long list the items that changed, each with what belongs to it', () => {
    const before = numbered(20, (n) => `${n}. Step ${n}\n   - with ${n}`)
    const after = before.replace('with 7', 'without 7')
    expect(changedLines({ before, after })).to.equal('- 7. Step 7\n-    - with 7\n+ 7. Step 7\n+    - without 7')
    expect(changedLines({ before, after: before.replace('1. Step 1\n   - with 1\n', '') })).to.equal(
      '- 1. Step 1\n-    - with 1',
    )
  })

  it('take no longer where the second line of a text is nearly that of a table', () => {
    for (const second of [(size: number) => `${' '.repeat(size)}x|`, (size: number) => `|-${' '.repeat(size)}x`]) {
      const long = (size: number, last: string) => `| a |\n${second(size)}\n${numbered(12, String)}\n${last}`
      const change = (size: number) => changedLines({ before: long(size, 'b'), after: long(size, 'c') })
      expect(growth(change, 10_000)).to.be.below(3)
    }
  })

  it('leave short ones and prose whole', () => {
    const list = { before: '- a\n- b\n- c', after: '- a\n- b\n- d' }
    expect(changedLines(list)).to.equal('- - a\n- - b\n- - c\n+ - a\n+ - b\n+ - d')
    const prose = numbered(30, (n) => `Line ${n}`)
    expect(changedLines({ before: prose, after: `${prose}!` })).to.contain('Line 13')
  })
})

type Random = (below: number) => number

function generator(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const vocabulary =
  'rye 78 % **dough** `a<b` & _rest_ € 6.20 "oven" [link](https://a.example/x) water. 24 °C <b>no</b>'.split(' ')
const line = (random: Random) =>
  Array.from({ length: 1 + random(8) }, () => vocabulary[random(vocabulary.length)]).join(' ')

const shapes: readonly ((random: Random) => string)[] = [
  line,
  (random) => Array.from({ length: 1 + random(4) }, () => `- ${line(random)}`).join('\n'),
  (random) => `- ${line(random)}\n  - ${line(random)}\n- ${line(random)}`,
  (random) =>
    `| a | b |\n|--|--:|\n${Array.from({ length: 1 + random(4) }, () => `| ${line(random)} | ${random(90)} |`).join('\n')}`,
  (random) => `> ${line(random)}`,
  (random) => `## ${line(random)}`,
  (random) => `\`\`\`\n${line(random)}\n\`\`\``,
]

const document = (random: Random) =>
  Array.from({ length: random(5) }, () => shapes[random(shapes.length)]!(random)).join('\n\n')

function mutated(text: string, random: Random): string {
  const words = text.split(' ')
  for (let n = 0; n < 3; n++) words.splice(random(words.length + 1), random(3), ...(random(2) ? [line(random)] : []))
  return words.join(' ')
}
