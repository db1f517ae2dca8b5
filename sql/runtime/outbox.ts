import type { Query, Sql } from '../client.ts'

export interface OutboxRow {
  readonly id: string
  /** shard of the sending actor */
  readonly shard: number
  /** id of the receiving actor */
  readonly target: string
  /** the envelope as it goes into the mailbox */
  readonly body: string
}

export const insertOutbox = (sql: Sql, rows: readonly OutboxRow[]): Query => sql`
  insert into outbox (id, shard, target, body)
  select * from unnest(
    ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.shard)}::int[],
    ${rows.map((row) => row.target)}::text[], ${rows.map((row) => row.body)}::text[]
  )`

export const deleteOutbox = (sql: Sql, ids: readonly string[]): Query => sql`
  delete from outbox where id = any (${ids}::uuid[])`

/** Returns rows that are older than `age` milliseconds although their cause is committed, oldest first. */
export const standingOutbox = (
  sql: Sql,
  shards: readonly number[],
  age: number,
  most: number,
): Promise<OutboxRow[]> => sql<OutboxRow[]>`
  select id, shard, target, body from outbox
  where shard = any (${shards}::int[]) and at <= clock_timestamp() - ${age}::int * interval '1 millisecond'
  order by at limit ${most}`
