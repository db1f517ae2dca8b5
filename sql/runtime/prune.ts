import type { Sql } from '../client.ts'

/** Attempt rows are there for late duplicates and replays: nobody asks after three days. Gives how many went. */
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

/** Hosts that crashed an hour ago; told by the clock that wrote `seen`. */
export async function pruneHosts(sql: Sql): Promise<number> {
  const gone = await sql`delete from host where seen < clock_timestamp() - interval '1 hour'`
  return gone.count
}
