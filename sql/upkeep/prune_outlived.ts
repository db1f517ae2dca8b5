import type { Sql } from '../client.ts'
import type { GoesOn } from '../runtime/in_bites.ts'
import { pageByPage } from '../runtime/page_by_page.ts'

// Rows that nothing can read any more, in tables that grow with every pair, place and person. Each returns the number deleted.

/** Who answered or mentioned whom, once that opens no DM any more. */
export const pruneExchanges = (sql: Sql, before: Date, goesOn?: GoesOn): Promise<number> =>
  pageByPage(sql, 'exchange', () => sql`at < ${before}`, goesOn)

/** Where a catch_up would begin, had it not been longer ago than one looks back. */
export const pruneCaughtUp = (sql: Sql, before: Date, goesOn?: GoesOn): Promise<number> =>
  pageByPage(sql, 'caught_up', () => sql`at < ${before}`, goesOn)

/** An invite that ended is as if it had never been. */
export const pruneInvites = (sql: Sql, before: Date, goesOn?: GoesOn): Promise<number> =>
  pageByPage(sql, 'invite', () => sql`expires_at < ${before}`, goesOn)

export const pruneLinkCodes = (sql: Sql, before: Date, goesOn?: GoesOn): Promise<number> =>
  pageByPage(sql, 'link_code', () => sql`expires_at < ${before}`, goesOn)

/**
 * What a page said at a version that its thread or pad has left, or of one that is gone: nobody is sent that version any
 * more, and an ETag of it fits no page.
 */
export const prunePageForms = (sql: Sql, goesOn?: GoesOn): Promise<number> =>
  pageByPage(
    sql,
    'page_form',
    () => sql`not exists (
      select from pad where pad.id = page_form.id and pad.version <= page_form.version
      union all select from thread where thread.id = page_form.id and thread.version <= page_form.version)`,
    goesOn,
  )
