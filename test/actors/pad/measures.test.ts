import { expect } from 'chai'
import { measure } from '../../../actors/pad/editing/measures.ts'
import { touchedSections } from '../../../actors/pad/editing/touched_sections.ts'
import { splitBlocks } from '../../../src/text/blocks.ts'
import { compare } from '../../../src/text/merging/compare.ts'
import { nextVersion } from '../../../src/text/merging/next_version.ts'
import { sectionsOf } from '../../../src/text/sections.ts'
import { blockIds } from '../../../src/text/section_and_block_ids.ts'

const nobody = (): boolean => false
const first = (text: string) =>
  nextVersion(
    [],
    splitBlocks(text).map((one) => ({ text: one })),
    blockIds('edt_0', nobody),
  ).blocks

/** What one edit of a whole text did, and how many sections it touched. */
function done(before: string, after: string) {
  const old = first(before)
  const { blocks, changes } = nextVersion(old, compare(old, splitBlocks(after)), blockIds('edt_1', nobody))
  const [was, is] = [sectionsOf('pad', old), sectionsOf('pad', blocks)]
  return { ...measure(was, is, changes), touched: touchedSections(was, is, changes).length }
}

const words = (n: number): string => 'x'.repeat(n)

describe('what an edit did to the sections it touched', () => {
  const ten = `# Ten\n\n${Array.from({ length: 10 }, (_, n) => `${n}23456789`).join('\n')}`

  it('counts the characters that came and those that went', () => {
    expect(done('one two', 'one 2 three')).to.include({ added_chars: 7, removed_chars: 3, touched: 1 })
  })

  it('touches no Introduction that was empty, when the first words of a pad begin with a heading', () => {
    expect(done('', '# A\n\none\n\n# B\n\ntwo').touched).to.equal(2)
  })

  /** `# S`, a gap, and 95 characters: a section of 100 */
  const hundred = `# S\n\n${words(95)}`
  const rows: readonly [what: string, before: string, after: string, small: boolean][] = [
    ['29 characters put in', hundred, `${hundred} ${words(28)}`, true],
    ['30 characters put in', hundred, `${hundred} ${words(29)}`, false],
    ['29 characters taken out', `${hundred} ${words(28)}`, hundred, true],
    ['a line of ten', ten, ten.replace('923456789', 'another'), true],
    ['four lines of ten', ten, ten.replace(/[0-3]23456789/g, 'another'), false],
    ['a new paragraph that is short', ten, `${ten}\n\nshort`, true],
    ['a new heading', ten, `${ten}\n\n## A`, false],
    ['a paragraph made a heading', `${ten}\n\nA`, `${ten}\n\n# A`, false],
    ['a heading with other words', ten, ten.replace('Ten', 'One'), true],
    ['a link taken out', `${ten}\n\nhttps://a.example`, ten, false],
    ['a link changed', `${ten}\n\nhttps://a.example`, `${ten}\n\nhttps://b.example`, false],
    ['a link put in', ten, ten.replace('923456789', 'https://a.example'), true],
    ['words beside a link', `${ten}\n\nsee https://a.example`, `${ten}\n\nread https://a.example`, true],
    ['a little of one section and much of another', `${ten}\n\n# B\n\nshort`, `${ten}0\n\n# B\n\nother`, false],
    ['a little of two sections', `${ten}\n\n${ten}`, `${ten}0\n\n${ten}0`, true],
    ['a section that moved', `${ten}\n\n# B\n\nshort`, `# B\n\nshort\n\n${ten}`, false],
    [
      'much of a section that moved to another',
      `# A\n\none\n\n${ten}\n\n# B\n\n${ten}!`,
      `# A\n\none\n\n# B\n\n${ten}\n\n${ten}!`,
      false,
    ],
    ['paragraphs in another order', `${ten}\n\n${words(60)}`, `# Ten\n\n${words(60)}${ten.slice(5)}`, false],
    ['two sections made one', `# A\n\n${ten}\n\n# B\n\n${ten}!`, `# A\n\n${ten}\n\n${ten}!`, false],
    ['words in an empty pad', '', 'hello', false],
  ]
  for (const [what, before, after, small] of rows) {
    it(`calls ${what} ${small ? 'small' : 'large'}`, () => {
      expect(done(before, after).small).to.equal(small)
    })
  }

  it('says that a heading is new and that a link is gone', () => {
    expect(done(ten, `${ten}\n\n## A`)).to.include({ new_heading: true, removed_link: false, touched: 1 })
    expect(done(`${ten} https://a.example`, ten)).to.include({ new_heading: false, removed_link: true, touched: 1 })
  })
})
