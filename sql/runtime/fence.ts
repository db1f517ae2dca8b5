import type { Query, Sql } from '../client.ts'

/** SQLSTATE that fence() raises when another host owns any of the shards. */
export const shardLost = 'SV001'

interface FenceRow {
  readonly id: number
  readonly epoch: number
  /** the last stream entry that this commit covers */
  readonly offset: string
}

export const fence = (sql: Sql, rows: readonly FenceRow[], leaseMs: number): Query => sql`
  select fence(
    ${rows.map((row) => row.id)}::int[],
    ${rows.map((row) => row.epoch)}::int[],
    ${rows.map((row) => row.offset)}::text[],
    ${leaseMs}::int
  )`
