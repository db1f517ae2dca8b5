import type { Block } from '../../../src/text/blocks.ts'
import { reads } from '../../../src/rules/limits.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { fact, factBy } from '../../fact.ts'
import { type VersionKey, versionId, versionsAt } from '../../reads/pad/layouts.ts'

/** merged_with names at most this many of the newest edits that landed in between */
export const landedShown = reads.pad.history

/** An earlier text of a block, and the edits that changed the block since. */
export interface BlockRev {
  readonly text: string
  /** the version that introduced it */
  readonly version: number
  readonly landed: readonly string[]
}

export const blockRevs = factBy({ pad_id: 'text', id: 'text', rev: 'int' }).record<BlockRev>({
  name: 'block.rev',
  read: (sql, asked) => sql`
    select asked.key, was.text, was.version, coalesce((
      select array_agg(edit_id order by later.version desc) from (
        select version from block_text later where later.pad_id = was.pad_id and later.block_id = was.block_id
          and later.rev > was.rev order by rev desc limit ${landedShown}) later
      join pad_version brought on brought.pad_id = was.pad_id and brought.version = later.version), '{}') as landed
    from ${asked}
    join block_text was on (was.pad_id, was.block_id, was.rev) = (asked.pad_id, asked.id, asked.rev)`,
})

/** Which of the given blocks a pad ever had: tells a deleted block from an unknown id. */
export const blocksEver = factBy({ pad_id: 'text', id: 'text' }).value<true>({
  name: 'block.ever',
  read: (sql, asked) => sql`
    select asked.key, true as value from ${asked}
    where exists (select from block_text was where was.pad_id = asked.pad_id and was.block_id = asked.id)`,
})

export interface OldVersion {
  readonly title: Untrusted
  readonly blocks: readonly Block[]
  /** edits that landed after it, newest first */
  readonly landed: readonly string[]
}

export const oldVersions = fact<VersionKey, OldVersion>({
  name: 'pad.version',
  id: versionId,
  load: async (sql, keys) => {
    const [versions, rows] = await Promise.all([
      versionsAt(sql, keys),
      sql<{ pad_id: string; version: number; landed: string[] }[]>`
        select asked.pad_id, asked.version, array(select edit_id from pad_version later
          where later.pad_id = asked.pad_id and later.version > asked.version
          order by later.version desc limit ${landedShown}) as landed
        from unnest(${keys.map((key) => key.pad_id)}::text[], ${keys.map((key) => key.version)}::int[])
          as asked (pad_id, version)`,
    ])
    const landed = new Map(rows.map((row) => [versionId(row), row.landed]))
    return new Map(
      [...versions].map(([id, { title, blocks }]) => [id, { title, blocks, landed: landed.get(id) ?? [] }]),
    )
  },
})
