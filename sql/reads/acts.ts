import { untrusted, type Untrusted } from '../../src/text/untrusted.ts'
import type { Sql } from '../client.ts'

interface Row {
  readonly id: string
  readonly action: string
  readonly target_type: string
  readonly target_id: string
  readonly by_id: string
  readonly at: Date
  readonly reason: string | null
  readonly note: string | null
}

/** One line of a hub's moderation log. */
export interface Act {
  readonly id: string
  readonly action: string
  readonly target: { readonly type: string; readonly id: string }
  readonly by_id: string
  readonly at: Date
  readonly reason?: string
  readonly note?: Untrusted
}

export async function newestActs(sql: Sql, hub: string, limit: number): Promise<readonly Act[]> {
  const rows = await sql<Row[]>`
    select id, action, target_type, target_id, by_id, at, reason, note from act
    where hub_id = ${hub} order by id desc limit ${limit}`
  return rows.map(({ target_type, target_id, reason, note, ...row }) => ({
    ...row,
    target: { type: target_type, id: target_id },
    ...(reason === null ? {} : { reason }),
    ...(note === null ? {} : { note: untrusted(note) }),
  }))
}
