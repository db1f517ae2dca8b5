import { expect } from 'chai'
import fc from 'fast-check'
import { searchQuery } from '../../src/text/search_query.ts'
import type { Sql } from '../../sql/client.ts'
import { freshDatabase } from '../support/stores.ts'

describe('a search query', () => {
  it('is words that match as prefixes, and filters among them', () => {
    expect(searchQuery('sour dough type:thread hub:bakery is:open in:posts')).to.deep.equal({
      tsquery: "'sour':* & 'dough':*",
      needles: ['sour', 'dough'],
      type: 'thread',
      hub: 'bakery',
      is: 'open',
      in_posts: true,
      cut: false,
    })
  })

  it('takes filters in any case and place, the last of a kind', () => {
    expect(searchQuery('TYPE:Pad rye type:post')).to.include({ tsquery: "'rye':*", type: 'post' })
  })

  it('reads a filter that names nothing of ours as words', () => {
    expect(searchQuery('type:bread')).to.deep.include({ tsquery: "'type':* & 'bread':*", needles: ['type', 'bread'] })
    expect(searchQuery('type:bread')).not.to.have.property('type')
  })

  it('has no words where there are none', () => {
    for (const nothing of ['', '   ', '!!! ??? -- :*', 'is:open'])
      expect(searchQuery(nothing)).not.to.have.property('tsquery')
  })

  it('is cut to 200 characters, never through one', () => {
    expect(searchQuery('a'.repeat(200)).cut).to.equal(false)
    expect(searchQuery(`${'🥖'.repeat(199)}ab`)).to.deep.include({ cut: true, tsquery: "'a':*" })
  })

  it('takes one letter beside other words for itself, and so many words', () => {
    expect(searchQuery('c a bread').tsquery).to.equal("'c' & 'a' & 'bread':*")
    expect(searchQuery('bread bread bread').tsquery).to.equal("'bread':*")
    const many = Array.from({ length: 40 }, (_, n) => `w${n}`)
    expect(searchQuery(many.join(' ')).needles).to.deep.equal(many.slice(0, 12))
  })

  it('keeps what belongs to a word, and takes the scheme off an address', () => {
    expect(searchQuery('rest_hours foo-bar https://a.example/x. (1.5)').tsquery).to.equal(
      "'rest_hours':* & 'foo-bar':* & 'a.example/x':* & '1.5':*",
    )
  })

  it('looks for other letters than ASCII in each case', () => {
    expect(searchQuery('Über').tsquery).to.equal("('Über':* | 'über':* | 'ÜBER':*)")
  })

  describe('in the database', () => {
    let sql: Sql
    before(async () => ({ sql } = await freshDatabase()))
    const finds = async (query: string, text: string) => {
      const { tsquery = '', needles } = searchQuery(query)
      const [row] = await sql<{ found: boolean; lowered: string }[]>`
        select words_of('hub_x', ${text}) @@ to_tsquery('simple', ${tsquery}) as found, lower(${text}) as lowered`
      if (row?.found) for (const needle of needles) expect(row.lowered).to.contain(needle)
      return row?.found
    }

    it('finds words in a text of one run without a space, or of comments without an end, which is read as fast as any other', async function () {
      this.timeout(30_000)
      for (const part of ['a_', './', 'a_1-', 'а_1-', '<!-- ']) {
        const run = `my_${part.repeat(60_000 / part.length)} ends`
        expect(await finds('my ends', run), part).to.equal(true)
      }
      expect(await finds('bold', 'is <b class="bold">')).to.equal(true)
      const address = `https://bench.example/${'a'.repeat(90)}/my_file.txt?of=${'b'.repeat(90)}`
      for (const word of ['my_file.txt', 'bench.example', 'bench.example/aaa', 'c'.repeat(64)])
        expect(await finds(word, `my_file.txt ${address} ${'c'.repeat(64)}`), word).to.equal(true)
    })

    it('is one that PostgreSQL takes, whatever was typed', async function () {
      this.timeout(30_000)
      const letters = fc.constantFrom(...`ab1 _-.:*&|!()<>'"\\/@#\u0000\u00e9\u4e2d`.split(''))
      const typed = fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc.string({ unit: letters, maxLength: 30 }),
      )
      await fc.assert(
        fc.asyncProperty(typed, async (query) => {
          const { tsquery } = searchQuery(query)
          if (tsquery !== undefined) await sql`select to_tsquery('simple', ${tsquery})`
        }),
        { numRuns: 300 },
      )
    })

    it('finds a text by the beginnings of its words', async () => {
      const text = 'The dough rested_well in foo-bar, see https://a.example/x and Über uns, 1.5 kg; mail me@b.example'
      for (const query of [
        'dou',
        'DOUGH the',
        'foo-b',
        'foo-bar',
        'rested_w',
        'a.exam',
        'über',
        'me@b.example',
        '1.5',
      ]) {
        expect(await finds(query, text), query).to.equal(true)
      }
      for (const query of ['ough', 'dough bread', 'hub', 'hub_x'])
        expect(await finds(query, text), query).to.equal(false)
    })
  })
})
