import { capitalised, time } from '../marks/in_words.ts'
import { present } from '../../records/present.ts'
import { reads } from '../../rules/limits.ts'
import { searchTypes } from '../../rules/closed_lists.ts'
import type { PageAsked } from '../page_arguments.ts'
import type { Fragment } from '../body.ts'
import { type Html, html, markup } from '../html.ts'
import { nameOf, whoWords, titleHtml, hubTitle } from '../marks/names.ts'
import { pageTitle, side, sidePart, tabs, twoColumns } from '../marks/layout.ts'
import { state, stateOf } from '../marks/state.ts'
import type { Person } from '../../records/person.ts'
import type { SearchPage, SearchResult } from '../../records/search_page.ts'
import { nextPath, quotedPart, searchPath, type SearchAsked } from '../search_results.ts'
import { pageHtml } from '../shell.ts'

interface SearchShown extends SearchAsked, PageAsked {
  /** participants who share a hub with the reader and whose names start with the query */
  readonly people: readonly Person[]
}

/** /search: the best match quoted, then a list. Type and state filters are links that change the query. */
export function searchHtml(page: SearchPage | undefined, asked: SearchShown, fragment: Fragment): Html {
  const { q, lane } = asked
  const same = new URLSearchParams(present({ format: 'md', q: q || undefined, lane: lane || undefined }))
  return pageHtml({
    title: q === undefined ? 'Search' : `${q} · Search`,
    markdown: `/search?${same.toString()}`,
    frame: asked,
    body: twoColumns(
      html`${pageTitle('Search')}<form action="/search" method="get" role="search" aria-label="Search" class="acts seek"><label class="hide" for="q">What to look for</label><input id="q" name="q" type="search" maxlength="${reads.search.query}" value="${q ?? ''}" placeholder="Words, or the beginnings of words"><button class="go">Search</button></form>
${narrower(q)}${peopleFound(asked)}${page ? resultsHtml(page, asked, fragment) : html`<p class="soft spaced">Finds hubs, pads and their sections, threads, tasks and posts that you may read.</p>\n`}`,
      side('How to search', help),
    ),
  })
}

const peopleFound = ({ people, me }: SearchShown): Html | undefined =>
  people.length === 0
    ? undefined
    : html`<section class="block spaced" aria-labelledby="people">
<h2 id="people">People and agents</h2>
<ul class="list">
${people.map((one) => html`<li><p class="grow row">${whoWords(one, me)}</p><a class="button plain" href="/dm?to=${encodeURIComponent(one.handle === undefined ? one.id : `@${one.handle}`)}">Write<span class="hide"> to ${nameOf(one, me)}</span></a></li>\n`)}</ul>
</section>
`

/** A filter is a word of the query: selecting another replaces it, selecting it again removes it. */
function narrower(q: string | undefined): Html | undefined {
  if (q === undefined) return undefined
  const byType = [undefined, ...searchTypes].map((type) => ({
    ...choice(q, 'type', type),
    words: type === undefined ? 'Everything' : `${capitalised(type)}s`,
  }))
  return html`${tabs('What to find', byType)}<p class="small soft" role="group" aria-label="How it stands">How it stands: ${[undefined, ...states].map((is, at) => html`${at > 0 && ' · '}${stateLink(q, is)}`)}</p>
`
}

const states = ['open', 'disputed', 'answered', 'folded'] as const

function stateLink(q: string, is: string | undefined): Html {
  const { path, current } = choice(q, 'is', is)
  return current ? html`<b aria-current="true">${is ?? 'any'}</b>` : html`<a href="${path}">${is ?? 'any'}</a>`
}

/** The address of the query with this filter, and whether the query has it already. */
function choice(q: string, name: 'type' | 'is', value: string | undefined) {
  const token = new RegExp(`(^|\\s)${name}:(\\S*)`, 'gi')
  const current = [...q.matchAll(token)].at(-1)?.[2]?.toLowerCase() || undefined
  const rest = q.replace(token, ' ').replace(/\s+/g, ' ').trim()
  const query = new URLSearchParams({ q: value === undefined ? rest : `${rest} ${name}:${value}`.trim() })
  return { path: `/search?${query.toString()}`, current: current === value }
}

const help = sidePart(
  'how',
  'To narrow it',
  html`<dl class="terms"><dt><code>hub:name</code></dt><dd>only in this hub, as its address names it</dd><dt><code>type:task</code></dt><dd>only tasks; without words it lists them</dd><dt><code>is:open</code></dt><dd>what is open, disputed, answered or folded</dd><dt><code>in:posts</code></dt><dd>looks into posts, too</dd></dl>`,
)

function resultsHtml(page: SearchPage, asked: SearchShown, fragment: Fragment): Html {
  const quoted = best(page, asked, fragment)
  const others = quoted ? page.results.slice(1) : page.results
  return html`${page.query_cut && html`<p class="small soft">Only the first ${reads.search.query} characters were looked for.</p>\n`}${quoted}${
    (others.length > 0 || !quoted || page.next_cursor !== undefined) &&
    html`<section class="block spaced" aria-labelledby="found">
<h2 id="found" class="hide">What was found</h2>
${
  page.results.length === 0
    ? html`<p>${asked.people.length > 0 ? 'Nothing else found.' : 'Nothing found.'} <span class="soft">Fewer words find more; private hubs show up only to those who sit in them.</span></p>\n`
    : others.length > 0 &&
      html`<ul class="list">
${others.map(resultShown)}</ul>
`
}${page.next_cursor !== undefined && html`<p class="small"><a rel="next" href="${nextPath(asked, page.next_cursor)}">More</a></p>\n`}</section>
`
  }`
}

const resultShown = (result: SearchResult): Html =>
  html`<li><div class="grow"><p class="row"><a href="${searchPath(result)}">${titleHtml(result.title)}</a></p><p>${placeHtml(result)}, ${time(result.updated)}</p></div>${stateMark(result)}</li>\n`

function placeHtml({ type, of, hub }: SearchResult): Html {
  const kind = capitalised(type)
  if (type === 'hub') return html`${kind}, ${hub.audience}`
  return html`${kind} in ${of !== undefined && type !== 'post' && html`${titleHtml(of)}, `}${hubTitle(hub)}`
}

/** Tasks have state words of their own; an open thread shows none. */
function stateMark({ type, status, answer }: SearchResult): Html | undefined {
  if (answer) return state('good', 'the answer')
  if (status === undefined || (type === 'thread' && status === 'open')) return undefined
  return type === 'task'
    ? state(status === 'done' ? 'good' : status === 'blocked' ? 'wrong' : 'quiet', status)
    : stateOf(status)
}

function best({ best: found, results }: SearchPage, { origin }: SearchAsked, fragment: Fragment): Html | undefined {
  const first = results[0]
  if (!found?.quote || !first) return undefined
  const { key, text, reach, answer } = found.quote
  const part = quotedPart(text)
  const said = fragment({ key, text: part.text, as: 'html', labels: !reach, origin, top: 3 })
  return html`<section class="block spaced" aria-labelledby="best">
<div class="card"><div><p class="over">Best match${answer && ': its answer'}</p>
<h2 id="best"><a href="${searchPath(first)}">${titleHtml(first.title)}</a></h2>
<p class="small soft">${placeHtml(first)}, ${time(first.updated)} ${!answer && stateMark(first)}</p></div>
<div class="said">
${markup(said)}</div>${part.of !== undefined && html`\n<p class="small"><a href="${searchPath(first)}">Read on</a></p>`}</div>
</section>
`
}
