import type { Fragment } from './body.ts'
import { type Html, html, markup } from './html.ts'
import type { SearchPage, SearchResult } from './model.ts'
import { pageHtml } from './page.ts'
import { titleHtml } from './person_html.ts'
import { howTo, nextPath, quotedCharacters, searchPath, type SearchAsked, stateOf } from './search.ts'

/** Search for people: a form, the best match, a table. */
export function searchHtml(
  page: SearchPage | undefined,
  asked: SearchAsked & { readonly signedIn: boolean },
  fragment: Fragment,
): Html {
  const { q, lane, signedIn } = asked
  const same = new URLSearchParams({ format: 'md', ...(q && { q }), ...(lane && { lane }) })
  return pageHtml({
    title: q === undefined ? 'Search' : `${q} · Search`,
    markdown: `/search?${same.toString()}`,
    signedIn,
    body: html`<h1>Search</h1>
<form action="/search" method="get" aria-label="Search">
<label for="q">Words and filters</label>
<input id="q" name="q" type="search" maxlength="200" value="${q ?? ''}">
<button type="submit">Search</button>
</form>
<p>${howTo}</p>
${page && resultsHtml(page, asked, fragment)}`,
  })
}

const resultsHtml = (page: SearchPage, asked: SearchAsked, fragment: Fragment): Html =>
  html`${page.query_cut && html`<p>The query was cut to 200 characters.</p>\n`}${best(page, asked, fragment)}${
    page.results.length === 0
      ? html`<p>Nothing found.</p>\n`
      : html`<table>
<caption>Results, best first</caption>
<thead><tr><th scope="col">Type</th><th scope="col">Title</th><th scope="col">Where</th><th scope="col">State</th><th scope="col">Link</th></tr></thead>
<tbody>
${page.results.map(row)}</tbody>
</table>
`
  }${page.next_cursor !== undefined && html`<p><a rel="next" href="${nextPath(asked, page.next_cursor)}">More</a></p>\n`}`

const row = (result: SearchResult): Html =>
  html`<tr><td>${result.type}</td><td>${titleHtml(result.title)}</td><td>${
    result.of !== undefined && html`${titleHtml(result.of)}, `
  }${titleHtml(result.hub.title)}</td><td>${stateOf(result)}</td><td><a href="${searchPath(result)}">Open</a></td></tr>\n`

function best({ best: found, results }: SearchPage, { origin }: SearchAsked, fragment: Fragment): Html | undefined {
  const first = results[0]
  if (!found?.quote || !first) return undefined
  const { key, text, reach } = found.quote
  const said = fragment({ key, text, as: 'html', labels: !reach, most: quotedCharacters, origin, under: 2 })
  return html`<section aria-labelledby="best">
<h2 id="best">Best match: <a href="${searchPath(first)}">${titleHtml(first.title)}</a></h2>
<blockquote>
${markup(said)}</blockquote>
</section>
`
}
