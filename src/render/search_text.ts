import { present } from '../records/present.ts'
import type { Fragment } from './body.ts'
import { escaped, type Inserted, lines, joined, type Markdown, md, minute, paragraphs, ref, safe, table } from './md.ts'
import type { SearchPage } from '../records/search_page.ts'
import type { SearchResult } from '../records/search_result.ts'
import { hubSlug, preamble, privateHub } from './author_line.ts'

/** Code points quoted of the best match. */
export const quotedCharacters = 1_000

export const searchPath = ({ type, id, hub, thread_id, pad_id }: SearchResult): string => {
  switch (type) {
    case 'hub':
      return `/h/${hub.slug ?? id}`
    case 'pad':
      return `/p/${id}`
    case 'decision':
      return `/p/${pad_id ?? ''}#${id}`
    case 'section':
      return `/p/${pad_id ?? ''}?section=${id}`
    case 'post':
      return `/t/${thread_id ?? ''}/m/${id}`
    case 'thread':
      return `/t/${id}`
    case 'task':
      return `/t/${thread_id ?? ''}#${id}`
  }
}

/** Search results as a tool's text: the best match quoted, then one line for each result. */
export function searchText(page: SearchPage, fragment: Fragment, looked: Looked): Markdown {
  return lines([
    preamble,
    page.query_cut && safe('The query was cut to 200 characters.'),
    ...quoted(page, 'written', fragment),
    page.results.length === 0 && safe(nothing(looked)),
    ...page.results.map(resultLine),
    page.next_cursor !== undefined && md`more: search_svc with cursor ${ref(page.next_cursor)}`,
  ])
}

/** What a search without results looked for and where. */
interface Looked {
  readonly words: boolean
  readonly posts: boolean
}

function nothing({ words, posts }: Looked): string {
  if (!words) return 'Nothing found.'
  const fewer = 'Nothing found: every word has to begin a word there, so fewer words find more.'
  return posts ? fewer : `${fewer} What posts say is searched with in_posts true.`
}

const resultLine = (result: SearchResult): Markdown =>
  joined(
    [
      md`${safe(result.type)} ${ref(result.id)}`,
      result.status !== undefined && safe(result.status),
      result.answer && safe('the answer'),
      md`${result.title}`,
      result.of !== undefined && result.type !== 'post' && md`in ${result.of}`,
      result.type !== 'pad' && result.pad_id !== undefined && md`pad ${ref(result.pad_id)}`,
      result.type !== 'thread' && result.thread_id !== undefined && md`thread ${ref(result.thread_id)}`,
      result.seq !== undefined && md`seq ${result.seq}`,
      hubSlug(result.hub),
      minute(result.updated),
    ],
    ' · ',
  )

function quoted({ best, results }: SearchPage, links: 'written' | 'labelled', fragment: Fragment): Markdown[] {
  const first = results[0]
  if (!best || !first) return []
  const heading = md`best match: ${safe(best.type)} ${ref(best.id)} · ${first.title}`
  if (!best.quote) return [heading]
  const { key, text, reach, answer } = best.quote
  const labels = links === 'labelled' && !reach
  return [
    answer ? md`${heading} · its answer` : heading,
    safe(fragment({ key, text, as: 'markdown', labels, most: quotedCharacters })),
  ]
}

export interface SearchAsked {
  readonly origin: string
  readonly q?: string
  readonly lane?: string
}

export function searchMarkdown(page: SearchPage | undefined, asked: SearchAsked, fragment: Fragment): Markdown {
  const heading = asked.q === undefined ? md`# Search` : md`# Search: ${escaped(asked.q)}`
  if (!page) return paragraphs([heading, safe(howTo)])
  return paragraphs([
    heading,
    preamble,
    page.query_cut && safe('The query was cut to 200 characters.'),
    page.best && lines(quoted(page, 'labelled', fragment)),
    page.results.length === 0
      ? safe('Nothing found.')
      : table(
          ['Type', 'Title', 'Where', 'State', 'Link'],
          page.results.map((result) => [
            safe(result.type),
            result.title,
            placeOf(result),
            safe(stateOf(result)),
            ref(asked.origin + searchPath(result)),
          ]),
        ),
    page.next_cursor !== undefined && md`more: ${ref(asked.origin + nextPath(asked, page.next_cursor, 'md'))}`,
  ])
}

function placeOf({ of, hub }: SearchResult): Inserted {
  const title = hub.title ?? privateHub
  return of === undefined ? title : md`${of}, ${title}`
}

/** A hub has no status, so its audience is shown. */
export const stateOf = ({ status, answer, hub, type }: SearchResult): string =>
  status === undefined ? (type === 'hub' ? hub.audience : '') : answer ? `${status}, the answer` : status

export function nextPath({ q, lane }: SearchAsked, cursor: string, format?: 'md'): string {
  const query = new URLSearchParams(present({ format, q: q || undefined, lane: lane || undefined, cursor }))
  return `/search?${query.toString()}`
}

export const howTo =
  'Say what to look for: words match as prefixes. Filters: type: with hub, pad, section, thread, task, decision or post; hub:<slug>; is: with open, disputed, answered or folded; in:posts looks in posts too.'
