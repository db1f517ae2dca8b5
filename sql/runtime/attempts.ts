import type { Query, Sql } from '../client.ts'

export interface AttemptRow {
  readonly id: string
  readonly shard: number
  readonly actor: string
  /** JSON text of the outcome */
  readonly result: string
}

/** Fails on an existing id: a tombstone, or the same attempt sent twice. */
export const insertAttempts = (sql: Sql, rows: readonly AttemptRow[], at: Date): Query => sql`
  insert into message (id, shard, actor, result, at)
  select id, shard, actor, result::json, ${at}
  from unnest(
    ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.shard)}::int[],
    ${rows.map((row) => row.actor)}::text[], ${rows.map((row) => row.result)}::text[]
  ) as m (id, shard, actor, result)`

interface KnownAttempt {
  readonly id: string
  readonly result: string
}

/** Returns the recorded results of these attempts; `result` is JSON text. */
export const readAttempts = (sql: Sql, ids: readonly string[]): Promise<KnownAttempt[]> => sql<KnownAttempt[]>`
  select id, result::text as result from message where id = any (${ids}::uuid[])`

/** The result of an attempt that was ended before any batch took it. */
export const tombstone = '{"ended":true}'

/** Writes tombstones, so that no host can apply these attempts: the first writer of a row wins. Returns the ids that were ended. */
export async function insertTombstones(
  sql: Sql,
  rows: readonly { id: string; shard: number; actor: string }[],
  at: Date,
): Promise<string[]> {
  const ended = await sql<{ id: string }[]>`
    insert into message (id, shard, actor, result, at)
    select id, shard, actor, ${tombstone}::json, ${at}
    from unnest(
      ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.shard)}::int[], ${rows.map((row) => row.actor)}::text[]
    ) as m (id, shard, actor)
    order by id
    on conflict (id) do nothing
    returning id`
  return ended.map((row) => row.id)
}
