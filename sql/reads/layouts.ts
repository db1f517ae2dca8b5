import type { Block } from '../../src/text/blocks.ts'
import { type Entry, layoutFrom, type StoredLayout } from '../../src/text/layout.ts'
import { untrusted, type Untrusted } from '../../src/text/untrusted.ts'
import type { Sql } from '../client.ts'

export interface VersionKey {
  readonly pad_id: string
  readonly version: number
}

export interface Layout extends VersionKey {
  readonly entries: readonly Entry[]
  readonly title: Untrusted
  readonly edit_id: string
  readonly at: Date
}

interface Row extends StoredLayout {
  pad_id: string
  wanted: number
  title: string
  edit_id: string
  at: Date
}

export const versionId = ({ pad_id, version }: VersionKey): string => `${pad_id} ${version}`

/** Layouts of versions by versionId; a version that never was is left out. Reads from the last whole layout on. */
export async function layoutsAt(sql: Sql, keys: readonly VersionKey[]): Promise<ReadonlyMap<string, Layout>> {
  const rows = await sql<Row[]>`
    select asked.pad_id, asked.version as wanted, stored.whole, stored.layout, stored.title, stored.edit_id, stored.at
    from unnest(${keys.map((key) => key.pad_id)}::text[], ${keys.map((key) => key.version)}::int[])
      as asked (pad_id, version)
    join pad_version stored on stored.pad_id = asked.pad_id and stored.version <= asked.version
      and stored.version >= (select max(version) from pad_version last
        where last.pad_id = asked.pad_id and last.whole and last.version <= asked.version)
    where exists (select from pad_version itself where itself.pad_id = asked.pad_id and itself.version = asked.version)
    order by stored.version`
  const stored = new Map<string, Row[]>()
  for (const row of rows) {
    const id = versionId({ pad_id: row.pad_id, version: row.wanted })
    const known = stored.get(id)
    if (known) known.push(row)
    else stored.set(id, [row])
  }
  return new Map(
    [...stored].map(([id, layouts]) => {
      const { pad_id, wanted, title, edit_id, at } = layouts.at(-1) as Row
      return [id, { pad_id, version: wanted, entries: layoutFrom(layouts), title: untrusted(title), edit_id, at }]
    }),
  )
}

export interface EntryOf extends Entry {
  readonly pad_id: string
}

export const entryId = ({ pad_id, id, rev }: EntryOf): string => `${pad_id} ${id} ${rev}`

/** Texts of blocks at a rev, by entryId. */
export async function textsOf(sql: Sql, entries: readonly EntryOf[]): Promise<ReadonlyMap<string, string>> {
  if (entries.length === 0) return new Map()
  const rows = await sql<{ pad_id: string; id: string; rev: number; text: string }[]>`
    select pad_id, block_id as id, rev, text from block_text
    where (pad_id, block_id, rev) in (
      select * from unnest(${entries.map((one) => one.pad_id)}::text[], ${entries.map((one) => one.id)}::text[],
        ${entries.map((one) => one.rev)}::int[]))`
  return new Map(rows.map((row) => [entryId(row), row.text]))
}

/** A layout with its texts; a text that is not among them is left empty. */
export const withTexts = (pad_id: string, entries: readonly Entry[], texts: ReadonlyMap<string, string>): Block[] =>
  entries.map(({ id, rev }) => ({ id, rev, text: texts.get(entryId({ pad_id, id, rev })) ?? '' }))

/** Whole versions, by versionId. */
export async function versionsAt(
  sql: Sql,
  keys: readonly VersionKey[],
): Promise<ReadonlyMap<string, Layout & { readonly blocks: readonly Block[] }>> {
  const layouts = await layoutsAt(sql, keys)
  const entries = [...layouts.values()].flatMap((layout) =>
    layout.entries.map((entry) => ({ ...entry, pad_id: layout.pad_id })),
  )
  const texts = await textsOf(sql, entries)
  return new Map(
    [...layouts].map(([id, layout]) => [id, { ...layout, blocks: withTexts(layout.pad_id, layout.entries, texts) }]),
  )
}
