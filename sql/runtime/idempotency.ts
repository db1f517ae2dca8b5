import type { Query, Sql } from '../client.ts'

export interface KeyRow {
  readonly key: string
  readonly message: string
  readonly hash: string
}

export interface KnownKey {
  readonly key: string
  readonly message: string
  readonly hash: string
  /** JSON text of the first attempt's result */
  readonly result: string
}

/** Returns the keys that are in use: first used after `since`. */
export const readKeys = (sql: Sql, keys: readonly string[], since: Date): Promise<KnownKey[]> => sql<KnownKey[]>`
  select idem.key, idem.message, idem.request_hash as hash, message.result::text as result
  from idem join message on message.id = idem.message
  where idem.key = any (${keys}::uuid[]) and idem.at > ${since}`

/** An expired key must not prevent its next use. */
export const deleteOldKeys = (sql: Sql, keys: readonly string[], since: Date): Query => sql`
  delete from idem where key = any (${keys}::uuid[]) and at <= ${since}`

/** Fails on a key in use: two attempts with one key raced through different shards. */
export const insertKeys = (sql: Sql, rows: readonly KeyRow[], at: Date): Query => sql`
  insert into idem (key, message, request_hash, at)
  select key, message, hash, ${at}
  from unnest(
    ${rows.map((row) => row.key)}::uuid[], ${rows.map((row) => row.message)}::uuid[], ${rows.map((row) => row.hash)}::text[]
  ) as k (key, message, hash)
  order by key`
