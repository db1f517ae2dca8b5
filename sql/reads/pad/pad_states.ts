import { present } from '../../../src/records/present.ts'
import type { Block } from '../../../src/text/blocks.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { Sql } from '../../client.ts'
import { versionId, versionsAt } from './layouts.ts'
import type { FoldNow } from '../../facts/moderation/folds.ts'

/** An earlier text of a section within the last 72 hours, as a hash of its words, and who brought it. */
export interface Past {
  readonly words: string
  readonly by: string
  /** epoch milliseconds, when it was brought */
  readonly at: number
  /** hash of the heading, given when the section was removed: an edit that restores the section is recognised by it */
  readonly heading?: string
}

export interface SectionMarks {
  readonly id: string
  readonly rev: number
  /** epoch milliseconds */
  readonly changed_at: number
  /** authors of the section, newest first */
  readonly authors: readonly string[]
  readonly past: readonly Past[]
  readonly reversals: readonly { readonly principal: string; readonly at: number }[]
  readonly fighters?: readonly string[]
  readonly checked?: SectionCheck
  /** the version that last changed it */
  readonly version?: number
}

export interface SectionCheck {
  readonly state: 'checked' | 'changed' | 'unchecked'
  readonly by?: string
  readonly at: string
  /** the version of the pad that was checked */
  readonly version?: number
  readonly note?: Untrusted
}

/** A pad's state in its actor: only the current text. */
export interface PadState {
  readonly id: string
  readonly hub_id: string
  readonly title: Untrusted
  readonly version: number
  readonly layout_since: number
  readonly created_by: string
  readonly created_at: string
  readonly updated_at: string
  readonly blocks: readonly Block[]
  readonly sections: ReadonlyMap<string, SectionMarks>
  readonly fold?: FoldNow
  readonly locked?: { readonly by_id: string }
}

interface Row {
  id: string
  hub_id: string
  title: Untrusted
  version: number
  layout_since: number
  created_by: string
  created_at: Date
  updated_at: Date
  level: 'fold' | 'hide' | null
  reason: FoldNow['reason'] | null
  folded_by: string | null
  duplicate_of: string | null
  locked_by: string | null
}

interface SectionRow {
  pad_id: string
  section_id: string
  rev: number
  changed_at: Date
  authors: string[]
  past: Past[]
  reversals: { principal: string; at: number }[]
  fighters: string[] | null
  checked: SectionCheck | null
  version: number | null
}

export async function padStates(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, PadState>> {
  const rows = await sql<Row[]>`
    select pad.id, hub_id, title, version, layout_since, created_by, created_at, updated_at,
      fold.level, fold.reason, fold.by_id as folded_by, fold.duplicate_of, locked.by_id as locked_by
    from pad left join fold on fold.target_id = pad.id left join locked on locked.target_id = pad.id
    where pad.id = any(${ids}::text[])`
  if (rows.length === 0) return new Map()
  const [versions, sections] = await Promise.all([
    versionsAt(
      sql,
      rows.map(({ id, version }) => ({ pad_id: id, version })),
    ),
    sectionMarks(
      sql,
      rows.map(({ id }) => id),
    ),
  ])
  return new Map(
    rows.map(({ level, reason, folded_by, duplicate_of, locked_by, ...row }) => [
      row.id,
      {
        ...row,
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString(),
        blocks: versions.get(versionId({ pad_id: row.id, version: row.version }))?.blocks ?? [],
        sections: sections.get(row.id) ?? new Map<string, SectionMarks>(),
        ...present({
          fold: level && reason ? present({ level, reason, by_id: folded_by || undefined, duplicate_of }) : undefined,
          locked: locked_by ? { by_id: locked_by } : undefined,
        }),
      },
    ]),
  )
}

/** Marks of all sections that a pad has or had, by pad and section. */
async function sectionMarks(
  sql: Sql,
  pads: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, SectionMarks>>> {
  const rows = await sql<SectionRow[]>`
    select pad_id, section_id, rev, changed_at, authors, past, reversals, fighters, checked, version from section
    where pad_id = any(${pads}::text[])`
  const marks = new Map<string, Map<string, SectionMarks>>()
  for (const { pad_id, section_id, changed_at, fighters, checked, version, ...row } of rows) {
    const ofPad = marks.get(pad_id) ?? new Map<string, SectionMarks>()
    marks.set(pad_id, ofPad)
    ofPad.set(section_id, {
      id: section_id,
      ...row,
      changed_at: changed_at.getTime(),
      ...present({ fighters, checked, version }),
    })
  }
  return marks
}
