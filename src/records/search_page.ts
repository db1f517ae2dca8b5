import type { SearchType } from '../rules/closed_lists.ts'
import type { Untrusted } from '../text/untrusted.ts'
import type { HubSeen } from './refs.ts'

export interface SearchResult {
  readonly type: SearchType
  readonly id: string
  /** of a section its heading, of a decision its beginning, of a post its thread's title */
  readonly title: Untrusted
  readonly hub: HubSeen
  readonly thread_id?: string
  readonly pad_id?: string
  readonly section_id?: string
  readonly seq?: number
  readonly status?: string
  /** true for a post that is its thread's answer */
  readonly answer?: boolean
  readonly updated: Date
  /** title of the pad of a section or decision, or of the thread of a task or post */
  readonly of?: Untrusted
}

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
