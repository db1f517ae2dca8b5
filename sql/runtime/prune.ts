import type { Sql } from '../client.ts'

/** Attempts are kept for late duplicates and replays, for three days at most. Returns the number deleted. */
export async function pruneAttempts(sql: Sql, before: Date): Promise<number> {
  const gone = await sql`delete from message where at < ${before}`
  return gone.count
}

export async function pruneKeys(sql: Sql, before: Date): Promise<number> {
  const gone = await sql`delete from idem where at <= ${before}`
  return gone.count
}

export async function pruneDeadLetters(sql: Sql, before: Date): Promise<number> {
  const gone = await sql`delete from dead_letter where at < ${before}`
  return gone.count
}

/** Deletes hosts that were last seen an hour ago, by the clock that wrote `seen`. */
export async function pruneHosts(sql: Sql): Promise<number> {
  const gone = await sql`delete from host where seen < clock_timestamp() - interval '1 hour'`
  return gone.count
}
