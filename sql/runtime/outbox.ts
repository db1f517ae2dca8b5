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

interface StandingRow extends OutboxRow {
  /** exactly as stored: there are thousands in a millisecond */
  readonly at: string
}

/** Returns rows that are older than `age` milliseconds although their cause is committed, oldest first, behind `after`. */
export const standingOutbox = (
  sql: Sql,
  shards: readonly number[],
  { age, most, after }: { readonly age: number; readonly most: number; readonly after?: StandingRow | undefined },
): Promise<StandingRow[]> => sql<StandingRow[]>`
  select id, shard, target, body, at::text from outbox
  where shard = any (${shards}::int[]) and at <= clock_timestamp() - ${age}::int * interval '1 millisecond'
    and (at, id) > (${after?.at ?? '-infinity'}::text::timestamptz, ${after?.id ?? noId}::uuid)
  order by outbox.at, id limit ${most}`

const noId = '00000000-0000-0000-0000-000000000000'
