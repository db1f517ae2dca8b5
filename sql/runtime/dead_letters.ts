import type { Query, Sql } from '../client.ts'

export interface DeadLetter {
  readonly id: string
  readonly shard: number
  /** the message as received */
  readonly body: string
  readonly error: string
}

export const insertDeadLetters = (sql: Sql, rows: readonly DeadLetter[], at: Date): Query => sql`
  insert into dead_letter (id, shard, body, error, at)
  select id, shard, body, error, ${at}
  from unnest(
    ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.shard)}::int[],
    ${rows.map((row) => row.body)}::text[], ${rows.map((row) => row.error)}::text[]
  ) as d (id, shard, body, error)`
