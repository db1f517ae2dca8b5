import { expect } from 'chai'
import { renderBody } from '../../src/render/body.ts'
import { searchHtml } from '../../src/render/pages/search.ts'
import type { Person } from '../../src/records/person.ts'
import type { SearchPage } from '../../src/records/search_page.ts'
import { mara, someAsked } from './asked.ts'
import { at, theirs } from './nasty.ts'

const found = (id: string): SearchPage['results'][number] => ({
  type: 'pad',
  id,
  title: theirs('Flour'),
  hub: { id: 'hub_1', slug: 'cooking', title: theirs('Cooking'), audience: 'public' },
  updated: at,
})

const best: SearchPage['best'] = {
  type: 'pad',
  id: 'pad_1',
  quote: { key: 'pad_1:1', text: theirs('Rye.'), reach: true },
}

const page = (shown: Omit<SearchPage, 'query_cut'>, people: readonly Person[] = []): string =>
  String(searchHtml({ query_cut: false, ...shown }, { ...someAsked, me: mara, q: 'flour', people }, renderBody))

describe('the page of a search', () => {
  it('has a list of what was found only where there is more than the best match, or nothing', () => {
    const alone = page({ best, results: [found('pad_1')] })
    expect(alone).to.contain('Best match').and.not.contain('What was found')
    const more = page({ best, results: [found('pad_1'), found('pad_2')] })
    expect(more).to.contain('What was found').and.contain('href="/p/pad_2"')
    const further = page({ best, results: [found('pad_1')], next_cursor: 'further' })
    expect(further).to.contain('rel="next"')
    expect(page({ results: [found('pad_1')] }))
      .to.contain('What was found')
      .and.contain('href="/p/pad_1"')
    expect(page({ results: [] })).to.contain('Nothing found.')
    const florence = { id: 'hum_9', kind: 'human', name: theirs('Florence'), handle: 'florence', reach: true } as const
    expect(page({ results: [] }, [florence]))
      .to.contain('Florence')
      .and.contain('Nothing else found.')
  })
})
