import type { Entry } from '../../../src/text/merging/version_layout.ts'
import { type Sql, recordsByKey } from '../../client.ts'

/** A block for an outline; the text only when asked for, and always for a heading. */
export interface BlockLine extends Entry {
  readonly level?: number
  readonly words: number
  /** the version that introduced this text */
  readonly version: number
  readonly text?: string
}

/** `texts`: 'all', or the ids of the blocks whose texts are wanted. */
export async function blockLines(
  sql: Sql,
  pad_id: string,
  entries: readonly Entry[],
  texts: 'all' | readonly string[],
): Promise<readonly BlockLine[]> {
  if (entries.length === 0) return []
  const ids = entries.map(({ id }) => id)
  const lines = await recordsByKey<BlockLine>(sql`
    select block_id as key, block_id as id, rev, level, words, version,
      case when ${texts === 'all' ? sql`true` : sql`level is not null or block_id = any(${texts}::text[])`}
        then text end as text
    from unnest(${ids}::text[], ${entries.map((one) => one.rev)}::int[]) as entry (id, at)
    join block_text on pad_id = ${pad_id} and block_id = entry.id and rev = entry.at`)
  return entries.flatMap(({ id }) => lines.get(id) ?? [])
}
