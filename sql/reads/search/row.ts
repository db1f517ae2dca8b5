import { present } from '../../../src/records/present.ts'
import type { SearchResult } from '../../../src/records/search_result.ts'
import type { SearchType } from '../../../src/rules/lists.ts'
import type { Reader } from '../../../src/rules/reader.ts'
import { untrusted } from '../../../src/text/untrusted.ts'
import { hubOf } from '../hub_of.ts'
import type { HubColumns } from '../visible.ts'

/** Something that was found, as a statement gives it. */
export interface FoundRow extends HubColumns {
  readonly type: SearchType
  readonly id: string
  readonly title: string
  readonly thread_id: string | null
  readonly pad_id: string | null
  readonly section_id: string | null
  readonly seq: number | null
  readonly status: string | null
  readonly answer: boolean | null
  readonly updated: Date
  /** the pad of a section, the thread of a task or post */
  readonly of: string | null
  readonly level: number
  readonly made: string
}

export interface Found extends SearchResult {
  /** how good a match it is, and when it was made: what results are ordered by */
  readonly level: number
  readonly made: string
}

export function foundOf(row: FoundRow, { publicOn }: Reader): Found {
  const { title, hub_id, slug, hub_title, audience, of, answer, ...rest } = row
  const given = Object.entries(rest).filter(([, value]) => value !== null)
  return {
    ...(Object.fromEntries(given) as Pick<Found, 'type' | 'id' | 'updated' | 'level' | 'made'>),
    title: untrusted(title),
    hub: hubOf({ hub_id, slug, hub_title, audience }, publicOn),
    ...present({ of: of === null ? undefined : untrusted(of), answer: answer || undefined }),
  }
}
