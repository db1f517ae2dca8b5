import { expect } from 'chai'
import fc from 'fast-check'
import { headingOf, joinBlocks, splitBlocks, writtenLength } from '../../src/text/blocks.ts'

describe('blocks of a pad', () => {
  it('are parted by blank lines, headings and fences', () => {
    const text = 'Before.\n# Plan\nFirst.\nStill first.\n\n- a\n- b\n\n```js\n# no heading\n\nx\n```\nafter'
    expect(splitBlocks(text)).to.deep.equal([
      'Before.',
      '# Plan',
      'First.\nStill first.',
      '- a\n- b',
      '```js\n# no heading\n\nx\n```',
      'after',
    ])
  })

  it('keep a fence that stands inside a list item in that list', () => {
    expect(splitBlocks('- a\n  ```\n  # x\n\n  y\n  ```\n- b')).to.deep.equal(['- a\n  ```\n  # x\n\n  y\n  ```\n- b'])
  })

  it('close a fence that was left open, so that nothing below is swallowed', () => {
    expect(splitBlocks('~~~~\ncode\n```')).to.deep.equal(['~~~~\ncode\n```\n~~~~'])
    expect(splitBlocks('- a\n  ```\n  x')).to.deep.equal(['- a\n  ```\n  x\n  ```'])
  })

  it('are never longer than what was written to make them', () => {
    const line = fc.constantFrom(
      '',
      'a',
      '# H',
      '===',
      '```',
      '~~~~',
      '~~~ js',
      '- a',
      '  ```',
      '  x',
      '> q',
      '1. ~~~',
      '\t',
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (all) => {
        const text = all.join('\n')
        expect(writtenLength(splitBlocks(text))).to.be.at.most(text.length)
      }),
      { numRuns: 2_000, seed: 7 },
    )
    expect(writtenLength(['~~~ js\nx\n~~~', 'b'])).to.equal(10)
    // a last line that is no closer counts
    expect(writtenLength(['~~~\nx\n~~~~~'])).to.equal(11)
  })

  it('read every kind of line end as one', () => {
    expect(splitBlocks('a\r\rb\r\n\r\nc')).to.deep.equal(['a', 'b', 'c'])
  })

  it('stay on one line across a line separator of Unicode, which is looked through once', () => {
    expect(headingOf('# Two\u2028words')).to.deep.equal({ level: 1, words: 'Two\u2028words' })
    expect(splitBlocks('~~~ a\u2028b\nx\n\ny\n~~~\nz')).to.deep.equal(['~~~ a\u2028b\nx\n\ny\n~~~', 'z'])
    const [long, marks] = [`# ${' '.repeat(59_000)}x\u2028y`, `${'~'.repeat(59_000)}\u2028`]
    expect(splitBlocks(long)).to.deep.equal([long])
    expect(splitBlocks(marks)[0]).to.include(marks)
  }).timeout(10_000)

  it('know headings with hashes and with underlines, and no others', () => {
    expect(headingOf('## Two words ##')).to.deep.equal({ level: 2, words: 'Two words' })
    expect(headingOf('#')).to.deep.equal({ level: 1, words: '' })
    expect(headingOf('Title\nof two lines\n===')).to.deep.equal({ level: 1, words: 'Title of two lines' })
    expect(headingOf('Title\n---')).to.deep.equal({ level: 2, words: 'Title' })
    for (const other of ['#tag', '####### seven', '- a\n---', '| a |\n---', '---', '    # code', '```\n# x\n---']) {
      expect(headingOf(other), other).to.equal(undefined)
    }
  })

  it('split again into the same blocks after joining, whatever the text', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '',
        '  ',
        '# H',
        '## H ##',
        '---',
        '===',
        '```',
        '~~~~',
        '```js',
        '  ```',
        '- a',
        '1. b',
        '    c',
        '> q',
        '| t |',
        '# a\u2028b',
        '\r',
      ),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const blocks = splitBlocks(lines.join('\n'))
        expect(splitBlocks(joinBlocks(blocks))).to.deep.equal(blocks)
      }),
      { numRuns: 500 },
    )
  })
})
