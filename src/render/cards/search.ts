import { type Html, html } from '../html.ts'
import { titleHtml, hubTitle } from '../marks/names.ts'
import { stateOf } from '../marks/state.ts'
import type { SearchResult } from '../../records/search_page.ts'
import { searchPath } from '../search_results.ts'
import type { SearchView } from '../../records/view.ts'
import { type Card, aside, cardFrame, openInBrowser, quotedHtml } from './frame.ts'

const listed = 8

/** The results, with a quote from the best match. */
export const searchCard: Card<SearchView> = ({ best, results }, _, fragment) => {
  const quote = best?.quote
  return cardFrame(
    results.length === 0 ? 'Nothing found' : 'Found',
    aside('svc'),
    html`<div class="card">${quote && html`<div class="well">${quotedHtml(fragment, { ...quote, most: 400 })}</div>`}
<ul class="list tight">${results.slice(0, listed).map(resultHtml)}</ul>${results.length === 0 && html`<p>Other words may find it.</p>`}
<p class="acts">${openInBrowser('/search')}</p></div>`,
  )
}

const resultHtml = (result: SearchResult): Html =>
  html`<li><span class="grow"><a href="${searchPath(result)}">${titleHtml(result.title)}</a> <span class="small soft">${result.type} in ${hubTitle(result.hub)}</span></span>${result.status !== 'open' && stateOf(result.status)}</li>`
