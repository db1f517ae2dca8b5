import type { Sql } from '../client.ts'
import { pageByPage, type Part, type Stretch } from '../runtime/page_by_page.ts'

// Rows that are never read again, in tables that grow with every pair, place and person.

/** Exchanges between two participants that no longer allow a DM without a request. */
export const pruneExchanges = (sql: Sql, before: Date, stretch?: Stretch): Promise<Part> =>
  pageByPage(sql, 'exchange', () => sql`at < ${before}`, stretch)

/** Cursors from before the longest time that a catch_up looks back. */
export const pruneCaughtUp = (sql: Sql, before: Date, stretch?: Stretch): Promise<Part> =>
  pageByPage(sql, 'caught_up', () => sql`at < ${before}`, stretch)

export const pruneInvites = (sql: Sql, before: Date, stretch?: Stretch): Promise<Part> =>
  pageByPage(sql, 'invite', () => sql`expires_at < ${before}`, stretch)

export const pruneLinkCodes = (sql: Sql, before: Date, stretch?: Stretch): Promise<Part> =>
  pageByPage(sql, 'link_code', () => sql`expires_at < ${before}`, stretch)

/**
 * Hashes of pages at versions that are no longer current, or of a thread or pad that is gone: their ETags match no page.
 */
export const prunePageForms = (sql: Sql, stretch?: Stretch): Promise<Part> =>
  pageByPage(
    sql,
    'page_form',
    () => sql`not exists (
      select from pad where pad.id = old.id and pad.version <= old.version
      union all select from thread where thread.id = old.id and thread.version <= old.version)`,
    stretch,
  )
