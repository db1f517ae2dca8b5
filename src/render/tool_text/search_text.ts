import type { Fragment } from '../body.ts'
import { facts, lines, type Markdown, md, minute, ref, safe } from '../markdown/md.ts'
import type { SearchPage, SearchResult } from '../../records/search_page.ts'
import { hubSlug } from '../markdown/hub_link.ts'
import { preamble } from '../markdown/fence.ts'
import { quoted } from '../search_results.ts'
import { reads } from '../../rules/limits.ts'

/** Search results as a tool's text: the best match quoted, then one line for each result. */
export function searchText(page: SearchPage, fragment: Fragment, looked: Looked): Markdown {
  return lines([
    preamble,
    page.query_cut && md`The query was cut to ${reads.search.query} characters.`,
    ...quoted(page, 'written', fragment),
    page.results.length === 0 && safe(nothing(looked)),
    ...page.results.map(resultLine),
    page.next_cursor !== undefined && md`more: the same search_svc with cursor ${ref(page.next_cursor)}`,
  ])
}

/** The scope of a search, for the message without results. */
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
  facts([
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
  ])
