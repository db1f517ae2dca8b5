import { search, type SearchWanted } from '../../reading/search/search.ts'
import { readPeopleNamed } from '../../reading/search/people_named.ts'
import { isLane } from '../../reading/front_and_explore.ts'
import { present } from '../../records/present.ts'
import { searchHtml } from '../../render/pages/search.ts'
import { searchMarkdown } from '../../render/markdown/search_markdown.ts'
import type { SearchPage } from '../../records/search_page.ts'
import { holderOf } from '../../rules/caller.ts'
import { Refusal } from '../../rules/errors.ts'
import { untrusted } from '../../text/untrusted.ts'
import { encodedPage } from './serving/encoded_page.ts'
import { optionsInMarkdown } from './serving/markdown_options.ts'
import { orFirstPage } from './serving/or_first_page.ts'
import type { ViewParts, ServedPage } from './serving/served_page.ts'

export const searchView = ({ clock, pool, searching, searchInTurn, sql }: ViewParts): ServedPage => ({
  key: 'search',
  takes: optionsInMarkdown('search'),
  personalOnlyBySession: true,
  counts: 'search',
  async load({ reader, caller, from, asked: given, format, options: { q, lane, cursor }, gone }) {
    const wanted: SearchWanted = present({
      query: q === undefined ? undefined : untrusted(q),
      lane: isLane(lane) ? lane : undefined,
    })
    const by = caller ? { participant: holderOf(caller) } : (from ?? { network: '' })
    const named = caller && format === 'html' && q !== undefined && lane === undefined && cursor === undefined
    const [page, people] = await Promise.all([
      // without words nothing is searched, and no turn taken: the page then explains how to search
      q === undefined && wanted.lane === undefined
        ? undefined
        : orFirstPage(cursor, (at) =>
            whereAsked(() =>
              searchInTurn(
                by,
                () => search(searching, reader, { ...wanted, cursor: at, decisions: format === 'html' }, clock.now()),
                gone,
              ),
            ),
          ),
      named ? readPeopleNamed(sql, caller.id, untrusted(q)) : [],
    ])
    const asked = present({ ...given, q, lane: wanted.lane })
    const text = await pool.print((fragment) =>
      format === 'md' ? searchMarkdown(page, asked, fragment) : searchHtml(page, { ...asked, people }, fragment),
    )
    return encodedPage({ format, text, indexable: false, etag: 'weak' })
  },
})

/** Returns undefined for an empty search: the page then explains how to search. */
async function whereAsked(read: () => Promise<SearchPage>): Promise<SearchPage | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'query_or_type') return undefined
    throw error
  }
}
