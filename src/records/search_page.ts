import type { SearchResult } from './search_result.ts'
import type { Untrusted } from '../text/untrusted.ts'

export interface BestMatch {
  readonly type: SearchResult['type']
  readonly id: string
  /** the quoted text; `key` identifies it and its version, `reach` is its author's, `answer` says it answers the thread */
  readonly quote?: {
    readonly key: string
    readonly text: Untrusted
    readonly reach: boolean
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
