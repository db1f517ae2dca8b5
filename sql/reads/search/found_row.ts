import { presentAs } from '../../../src/records/present.ts'
import type { SearchResult } from '../../../src/records/search_result.ts'
import type { SearchType } from '../../../src/rules/lists.ts'
import type { Reader } from '../../../src/rules/reader.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { hubOf } from '../hub/hub_of.ts'
import type { HubColumns } from '../may_read/readable_rows.ts'

export interface FoundRow extends HubColumns {
  readonly type: SearchType
  readonly id: string
  readonly title: Untrusted
  readonly thread_id: string | null
  readonly pad_id: string | null
  readonly section_id: string | null
  readonly seq: number | null
  readonly status: string | null
  readonly answer: boolean | null
  readonly updated: Date
  /** title of a section's or decision's pad, or of a task's or post's thread */
  readonly of: Untrusted | null
  readonly level: number
  readonly made: string
}

export interface Found extends SearchResult {
  /** quality of the match, and a key in order of creation: results are sorted by both */
  readonly level: number
  readonly made: string
}

export function foundOf(row: FoundRow, { publicOn }: Reader): Found {
  const { hub_id, slug, hub_title, audience, answer, ...rest } = row
  return presentAs({
    ...rest,
    hub: hubOf({ hub_id, slug, hub_title, audience }, publicOn),
    answer: answer || undefined,
  })
}
