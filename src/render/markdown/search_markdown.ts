import type { Fragment } from '../body.ts'
import { escaped, type Inserted, lines, type Markdown, md, paragraphs, ref, safe, table } from './md.ts'
import type { SearchPage, SearchResult } from '../../records/search_page.ts'
import { privateHub } from './hub_link.ts'
import { preamble } from './fence.ts'
import { howTo, nextPath, quoted, type SearchAsked, searchPath, stateOf } from '../search_results.ts'
import { reads } from '../../rules/limits.ts'

/** The page of a search as Markdown: the best match quoted, then a table of the results. */
export function searchMarkdown(page: SearchPage | undefined, asked: SearchAsked, fragment: Fragment): Markdown {
  const heading = asked.q === undefined ? md`# Search` : md`# Search: ${escaped(asked.q)}`
  if (!page) return paragraphs([heading, safe(howTo)])
  return paragraphs([
    heading,
    preamble,
    page.query_cut && md`The query was cut to ${reads.search.query} characters.`,
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
