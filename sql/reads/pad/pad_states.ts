import { thingOf } from '../../../src/rules/ids.ts'
import type { Block } from '../../../src/text/blocks.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { type Sql, groupsByKey, inMs, records, valuesByKey } from '../../client.ts'
import { foldNow } from '../fold_now.ts'
import { versionId, versionsAt } from './layouts.ts'
import type { FoldNow } from '../../facts/moderation/folds.ts'
import type { CheckState } from '../../../src/rules/closed_lists.ts'

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
  readonly state: CheckState
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

interface Row extends Omit<PadState, 'blocks' | 'sections' | 'created_at' | 'updated_at'> {
  readonly created_at: Date
  readonly updated_at: Date
}

export async function padStates(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, PadState>> {
  const rows = await records<Row>(sql`
    select pad.id, hub_id, title, version, layout_since, created_by, created_at, updated_at, ${foldNow(sql)} as fold,
      case when locked.target_id is not null then jsonb_build_object('by_id', locked.by_id) end as locked
    from pad left join fold on fold.target_id = pad.id left join locked on locked.target_id = pad.id
    where pad.id = any(${ids}::text[])`)
  if (rows.length === 0) return new Map()
  const keys = rows.map(({ id, version }) => ({ pad_id: id, version }))
  const [versions, sections] = await Promise.all([versionsAt(sql, keys), sectionMarks(sql, ids)])
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString(),
        blocks: versions.get(versionId({ pad_id: row.id, version: row.version }))?.blocks ?? [],
        sections: sections.get(row.id) ?? new Map<string, SectionMarks>(),
      },
    ]),
  )
}

/**
 * Marks of all sections that a pad has or had, by pad and section. What a guest wrote before it became part of an account
 * counts as the person's, and so does what an agent wrote before it was linked.
 */
async function sectionMarks(
  sql: Sql,
  pads: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, SectionMarks>>> {
  const marks = await groupsByKey<SectionMarks>(sql`
    select pad_id as key, section_id as id, rev, ${inMs(sql, 'changed_at')} as changed_at, authors, past, reversals,
      fighters, checked, version
    from section where pad_id = any(${pads}::text[])`)
  const people = await peopleOf(sql, [...marks.values()].flat().flatMap(namedIn))
  return new Map(
    [...marks].map(([pad, ofPad]) => [pad, new Map(ofPad.map((section) => [section.id, asNow(section, people)]))]),
  )
}

const namedIn = ({ past, reversals, fighters = [] }: SectionMarks): readonly string[] => [
  ...past.map(({ by }) => by),
  ...reversals.map(({ principal }) => principal),
  ...fighters,
]

async function peopleOf(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const others = [...new Set(ids)].filter((id) => id !== '' && thingOf(id) !== 'human')
  if (others.length === 0) return new Map()
  return valuesByKey(sql`
    select id as key, human_id as value from participant where id = any(${others}) and human_id is not null`)
}

function asNow(section: SectionMarks, people: ReadonlyMap<string, string>): SectionMarks {
  if (people.size === 0) return section
  const now = (id: string): string => people.get(id) ?? id
  return {
    ...section,
    past: section.past.map((one) => ({ ...one, by: now(one.by) })),
    reversals: section.reversals.map((one) => ({ ...one, principal: now(one.principal) })),
    ...(section.fighters && { fighters: [...new Set(section.fighters.map(now))] }),
  }
}
