import type { Block } from '../../../src/text/blocks.ts'
import { type Entry, layoutAfter, type StoredLayout } from '../../../src/text/merging/version_layout.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { Sql } from '../../client.ts'

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
  version: number
  title: Untrusted
  edit_id: string
  at: Date
}

export const versionId = ({ pad_id, version }: VersionKey): string => `${pad_id} ${version}`

/**
 * Layouts by versionId; versions that never existed are left out. Each stored row is read once. offset 0: a generic plan
 * expects short pads, and would read all versions of a long one.
 */
export async function layoutsAt(sql: Sql, keys: readonly VersionKey[]): Promise<ReadonlyMap<string, Layout>> {
  const rows = await sql<Row[]>`
    with asked as (
      select pad_id, version, (select max(version) from pad_version last
          where last.pad_id = one.pad_id and last.whole and last.version <= one.version) as since
      from unnest(${keys.map((key) => key.pad_id)}::text[], ${keys.map((key) => key.version)}::int[])
        as one (pad_id, version)
    ), run as (
      select pad_id, since, max(version) as until from asked group by pad_id, since
    )
    select stored.pad_id, stored.version, whole, layout, title, edit_id, at
    from run cross join lateral (
      select * from pad_version where pad_id = run.pad_id and version between run.since and run.until offset 0) stored
    order by stored.pad_id, stored.version`
  const asked = new Set(keys.map(versionId))
  const found = new Map<string, Layout>()
  let entries: readonly Entry[] = []
  for (const { pad_id, version, title, edit_id, at, ...stored } of rows) {
    // each run begins with a whole layout, the others are differences
    entries = layoutAfter(entries, stored)
    const id = versionId({ pad_id, version })
    if (asked.has(id)) found.set(id, { pad_id, version, entries, title, edit_id, at })
  }
  return found
}

interface EntryOf extends Entry {
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

/** A layout with its texts; missing texts are empty. */
export const withTexts = (pad_id: string, entries: readonly Entry[], texts: ReadonlyMap<string, string>): Block[] =>
  entries.map(({ id, rev }) => ({ id, rev, text: texts.get(entryId({ pad_id, id, rev })) ?? '' }))

/** Versions with all texts, by versionId. */
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
