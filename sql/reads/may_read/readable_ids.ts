import type { Reader } from '../../../src/rules/caller.ts'
import type { Sql } from '../../client.ts'
import { readableHub, readablePad, readableThread } from './readable_rows.ts'

export async function readableIds(sql: Sql, reader: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }[]>`
    select hub.id from hub where hub.id = any(${ids}::text[]) and ${readableHub(sql, reader)}
    union all
    select thread.id from thread join hub on hub.id = thread.hub_id
    where thread.id = any(${ids}::text[]) and ${readableThread(sql, reader)}
    union all
    select pad.id from pad join hub on hub.id = pad.hub_id
    where pad.id = any(${ids}::text[]) and ${readablePad(sql, reader)}`
  return new Set(rows.map(({ id }) => id))
}

/** The ids of hubs that the reader may see, by slug. */
export async function hubsWithSlugs(
  sql: Sql,
  reader: Reader,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ slug: string; id: string }[]>`
    select hub.slug, hub.id from hub where hub.slug = any(${slugs}::text[]) and ${readableHub(sql, reader)}`
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}
