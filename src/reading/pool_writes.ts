import type { Sql } from '../../sql/client.ts'
import { type WritingPool, writesSince } from '../../sql/reads/writes_since.ts'

/** What a posting pool spent, as PostgreSQL knows it: fills a window that Redis lost. Epoch ms. */
export const poolWrites =
  (sql: Sql, pool: WritingPool) =>
  (since: number): Promise<readonly number[]> =>
    writesSince(sql, pool, since)
