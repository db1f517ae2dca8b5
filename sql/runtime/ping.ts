import type { Sql } from '../client.ts'

/** Resolves when the database answers. */
export const ping = async (sql: Sql): Promise<void> => void (await sql`select 1`)

/** Whether the database takes writes: a standby after a failover answers, and takes none. */
export const takesWrites = async (sql: Sql): Promise<boolean> =>
  (await sql`select 1 where current_setting('transaction_read_only') = 'off'`).length > 0

/** Resolves when the database answers and takes writes. */
export async function answersForWrites(sql: Sql): Promise<void> {
  if (!(await takesWrites(sql))) throw new Error('the database takes no writes')
}

/** The milliseconds after which the server cancels a statement of this connection. */
export async function statementTimeout(sql: Sql): Promise<number> {
  const [row] = await sql<{ timeout: number }[]>`
    select setting::int as timeout from pg_settings where name = 'statement_timeout'`
  return row?.timeout ?? 0
}

/** PgBouncer's answer to a connection that asks for a setting which it is not told to pass over. */
export const isUnknownSetting = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('unsupported startup parameter')
