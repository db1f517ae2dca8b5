import { expect } from 'chai'
import { notToShow } from './not_to_show.ts'
import { named, rowsOf, shortened } from './rows.ts'
import { keptRows, shownRows } from './shown.ts'

describe('the rows of the specification', () => {
  it('are the rows of its tables, the items of its lists and its sentences', () => {
    const markdown = [
      '# Bread',
      'What it is. It rises.',
      '## Limits',
      '| Row | Number |',
      '|---|---|',
      '| loaves a day | 20 |',
      '| loaves a week | 90 |',
      '### Ovens',
      '1. Hot (`230`)',
      '- **Closed**',
      'States of ovens: not shown.',
    ].join('\n')
    expect(rowsOf(markdown)).to.deep.equal([
      { section: '', words: 'what it is' },
      { section: '', words: 'it rises' },
      { section: 'Limits', words: 'loaves a day 20' },
      { section: 'Limits', words: 'loaves a week 90' },
      { section: 'Limits / Ovens', words: 'hot ( 230 )' },
      { section: 'Limits / Ovens', words: 'closed' },
    ])
  })

  it('are meant by their first words, and by their section where two begin alike', () => {
    const rows = [
      { section: 'A', words: 'a loaf rises slowly' },
      { section: 'B', words: 'a loaf rises' },
      { section: 'B', words: 'a loaf falls' },
    ]
    expect(named(rows, 'A loaf falls at last')).to.deep.equal([rows[2]])
    expect(named(rows, 'A > a loaf')).to.deep.equal([rows[0]])
    expect(named(rows, 'a loaf')).to.have.length(3)
    expect(shortened([...rows, { section: 'B', words: 'one two three four five six' }]).at(-1)?.words).to.equal(
      'one two three four',
    )
  })

  it('that tests name are one row each, and stand above a test', () => {
    const rows = keptRows()
    const shown = shownRows()
    expect(rows.length).to.be.greaterThan(400)
    expect(shown.length).to.be.greaterThan(100)
    const wrong = shown.filter(({ name, test }) => named(rows, name).length !== 1 || test === '')
    expect(wrong).to.deep.equal([])
  })

  it('are all of them, but for those that say nothing to show', () => {
    const rows = keptRows()
    const shown = new Set(shownRows().flatMap(({ name }) => named(rows, name)))
    const others = rows.filter((row) => !shown.has(row)).map(({ words }) => words)
    expect(others.toSorted()).to.deep.equal(Object.keys(notToShow).toSorted())
  })
})
