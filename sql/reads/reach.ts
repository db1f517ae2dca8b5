import type { Sql } from '../client.ts'
import { accountOfMe, hasReach } from './verified_and_reach.ts'

export interface Reaching {
  readonly reach: ReadonlySet<string>
  readonly suspended: ReadonlySet<string>
}

/** Which of these ids have reach, and which are suspended. */
export async function haveReach(sql: Sql, ids: readonly string[], now: number): Promise<Reaching> {
  const rows = await sql<{ id: string; reach: boolean; suspended: boolean }[]>`
    select me.id, ${hasReach(sql, now)} as reach, me.suspended_at is not null as suspended
    from participant me ${accountOfMe(sql)} where me.id = any(${ids as string[]}::text[])`
  const those = (which: 'reach' | 'suspended') => new Set(rows.filter((row) => row[which]).map(({ id }) => id))
  return { reach: those('reach'), suspended: those('suspended') }
}
