import { headingOf } from '../../../src/text/blocks.ts'
import { type Untrusted, words } from '../../../src/text/untrusted.ts'
import { countWords } from '../../../src/text/merging/words.ts'
import { effect, insertInto, updateOf } from '../../effect.ts'
import type { PadState, SectionMarks } from '../../reads/pad/pad_states.ts'
import { iso } from '../../../src/rules/units.ts'

/** What writes to a pad change in its own row. */
type WrittenPad = Pick<PadState, 'id' | 'title' | 'version' | 'layout_since' | 'updated_at'>
type PadRow = WrittenPad & Pick<PadState, 'hub_id' | 'created_by' | 'created_at'>

export const insertPads = insertInto<PadRow>('pad')

export const advancePads = updateOf<WrittenPad>('pad.advance', {
  set: ['title', 'version', 'layout_since', 'updated_at'],
})

export interface PadVersionRow {
  readonly pad_id: string
  readonly version: number
  readonly edit_id: string
  readonly title: Untrusted
  readonly whole: boolean
  readonly layout: string
  readonly at: string
}

// postgres.js takes an array's type from its first element and sends booleans as one boolean: `whole` goes as integers
export const insertPadVersions = effect<PadVersionRow>({
  name: 'pad_version.insert',
  phase: 'insert',
  write: (sql, rows) => sql`
    insert into pad_version (pad_id, version, edit_id, title, whole, layout, at)
    select pad_id, version, edit_id, title, whole = 1, layout, at
    from unnest(${rows.map((row) => row.pad_id)}::text[], ${rows.map((row) => row.version)}::int[],
      ${rows.map((row) => row.edit_id)}::text[], ${rows.map((row) => words(row.title))}::text[],
      ${rows.map((row) => (row.whole ? 1 : 0))}::int[], ${rows.map((row) => row.layout)}::text[],
      ${rows.map((row) => row.at)}::timestamptz[]) as made (pad_id, version, edit_id, title, whole, layout, at)`,
})

export interface BlockTextRow {
  readonly pad_id: string
  readonly block_id: string
  readonly rev: number
  readonly version: number
  readonly text: Untrusted
}

export const insertBlockTexts = effect<BlockTextRow>({
  name: 'block_text.insert',
  phase: 'insert',
  write: (sql, rows) => {
    const texts = rows.map((row) => words(row.text))
    return sql`
      insert into block_text (pad_id, block_id, rev, version, text, level, words)
      select * from unnest(${rows.map((row) => row.pad_id)}::text[], ${rows.map((row) => row.block_id)}::text[],
        ${rows.map((row) => row.rev)}::int[], ${rows.map((row) => row.version)}::int[], ${texts}::text[],
        ${texts.map((text) => headingOf(text)?.level ?? null)}::smallint[], ${texts.map(countWords)}::int[])`
  },
})

export const writeSections = effect<SectionMarks & { readonly pad_id: string }>({
  name: 'section.write',
  phase: 'update',
  key: ({ pad_id, id }) => `${pad_id} ${id}`,
  write: (sql, rows) => {
    const columns = rows.map(({ id, changed_at, ...row }) => ({
      ...row,
      section_id: id,
      changed_at: iso(changed_at),
    }))
    return sql`
      insert into section (pad_id, section_id, rev, changed_at, authors, past, reversals, fighters, checked, version)
      select pad_id, section_id, rev, changed_at, authors, past, reversals, fighters, checked, version
      from jsonb_populate_recordset(null::section, ${sql.json(columns as never)}::jsonb)
      on conflict (pad_id, section_id) do update set rev = excluded.rev, changed_at = excluded.changed_at,
        authors = excluded.authors, past = excluded.past, reversals = excluded.reversals, fighters = excluded.fighters, checked = excluded.checked,
        version = excluded.version`
  },
})
