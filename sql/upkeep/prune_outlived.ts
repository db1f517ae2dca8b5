import type { Sql } from '../client.ts'
import { pageByPage, type Part, type Stretch } from '../runtime/page_by_page.ts'

// Rows that nothing can read any more, in tables that grow with every pair, place and person.

/** Who answered or mentioned whom, once that opens no DM any more. */
export const pruneExchanges = (sql: Sql, before: Date, stretch?: Stretch): Promise<Part> =>
  pageByPage(sql, 'exchange', () => sql`at < ${before}`, stretch)

/** Where a catch_up would begin, had it not been longer ago than one looks back. */
export const pruneCaughtUp = (sql: Sql, before: Date, stretch?: Stretch): Promise<Part> =>
  pageByPage(sql, 'caught_up', () => sql`at < ${before}`, stretch)

/** An invite that ended is as if it had never been. */
export const pruneInvites = (sql: Sql, before: Date, stretch?: Stretch): Promise<Part> =>
  pageByPage(sql, 'invite', () => sql`expires_at < ${before}`, stretch)

export const pruneLinkCodes = (sql: Sql, before: Date, stretch?: Stretch): Promise<Part> =>
  pageByPage(sql, 'link_code', () => sql`expires_at < ${before}`, stretch)

/**
 * What a page said at a version that its thread or pad has left, or of one that is gone: nobody is sent that version any
 * more, and an ETag of it fits no page.
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
