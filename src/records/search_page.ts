import type { SearchResult } from './search_result.ts'
import type { Untrusted } from '../text/untrusted.ts'

export interface BestMatch {
  readonly type: SearchResult['type']
  readonly id: string
  readonly quote?: {
    /** identifies the text and its version */
    readonly key: string
    readonly text: Untrusted
    /** true when the author has reach, so links stay links */
    readonly reach: boolean
    /** true for the answer of the thread that was found */
    readonly answer?: boolean
  }
}

/** One page of a search, best first; the first page has the best match quoted. */
export interface SearchPage {
  readonly best?: BestMatch
  readonly results: readonly SearchResult[]
  readonly next_cursor?: string
  readonly query_cut: boolean
}
