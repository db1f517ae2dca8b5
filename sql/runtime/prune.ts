import type { Sql } from '../client.ts'
import { type GoesOn, inBites } from './in_bites.ts'

// Ordered, so that a bite goes by the index and not through what the bites before it left behind.

/** Attempts are kept for late duplicates and replays, for three days at most. Returns the number deleted. */
export const pruneAttempts = (sql: Sql, before: Date, goesOn?: GoesOn): Promise<number> =>
  inBites(
    (most) => sql`
      delete from message where ctid = any(array(
        select ctid from message where at < ${before} order by at limit ${most}))`,
    goesOn,
  )

/** One that a host deletes at this moment is left to it. */
export const pruneKeys = (sql: Sql, before: Date, goesOn?: GoesOn): Promise<number> =>
  inBites(
    (most) => sql`
      delete from idem where ctid = any(array(
        select ctid from idem where at <= ${before} order by at limit ${most} for update skip locked))`,
    goesOn,
  )

export async function pruneDeadLetters(sql: Sql, before: Date): Promise<number> {
  const gone = await sql`delete from dead_letter where at < ${before}`
  return gone.count
}

/** Deletes hosts that were last seen an hour ago, by the clock that wrote `seen`. */
export async function pruneHosts(sql: Sql): Promise<number> {
  const gone = await sql`delete from host where seen < clock_timestamp() - interval '1 hour'`
  return gone.count
}
