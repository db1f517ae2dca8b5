import { type Untrusted, untrusted } from '../../src/text/untrusted.ts'
import type { Sql } from '../client.ts'

export interface HumanLabel {
  readonly name: Untrusted
  readonly handle: string
}

export async function humanLabels(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, HumanLabel>> {
  const rows = await sql<{ id: string; name: string; handle: string }[]>`
    select id, name, handle from participant where id = any (${ids as string[]}::text[])`
  return new Map(rows.map(({ id, name, handle }) => [id, { name: untrusted(name), handle }]))
}
