import type { Sql } from '../../sql/client.ts'
import { type WritingPool, writesSince } from '../../sql/reads/writes_since.ts'

/** Reads the writes of a posting pool from PostgreSQL, as epoch milliseconds, to refill a window that Redis lost. */
export const writeTimes =
  (sql: Sql, pool: WritingPool) =>
  (since: number): Promise<readonly number[]> =>
    writesSince(sql, pool, since)
