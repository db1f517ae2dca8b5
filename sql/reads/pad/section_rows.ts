import type { Untrusted } from '../../../src/text/untrusted.ts'
import { type Sql, hasRow } from '../../client.ts'
import type { CheckState } from '../../../src/rules/closed_lists.ts'

/** Whether any of these ids was ever a section: the cheapest way to refuse unknown ones. */
export const anyWasSection = (sql: Sql, pad_id: string, ids: readonly string[]): Promise<boolean> =>
  hasRow(sql`
    select from block_text where pad_id = ${pad_id} and block_id = any(${ids}::text[]) and level is not null limit 1`)

export interface SectionRow {
  readonly section_id: string
  readonly rev: number
  readonly changed_at: Date
  readonly authors: readonly string[]
  readonly fighting: boolean
  readonly checked: { state: CheckState; by?: string; at: string; note?: Untrusted } | null
  /** the version that last changed it */
  readonly version: number | null
}

export const sectionRows = (sql: Sql, pad_id: string, ids: readonly string[]): Promise<readonly SectionRow[]> =>
  sql<SectionRow[]>`
    select section_id, rev, changed_at, authors, fighters is not null as fighting, checked, version from section
    where pad_id = ${pad_id} and section_id = any(${ids}::text[])`

/** The rev of each section at a version: its number of changes until then. */
export async function revsAt(sql: Sql, pad_id: string, version: number): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ section_id: string; rev: number }[]>`
    select section_id, count(*)::int as rev from edit, unnest(section_ids) section_id
    where pad_id = ${pad_id} and edit.version <= ${version} and kind <> 'suggestion' group by section_id`
  return new Map(rows.map(({ section_id, rev }) => [section_id, rev]))
}
