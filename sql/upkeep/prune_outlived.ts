import type { Query, Sql } from '../client.ts'
import { none, pageByPage, type Part, type Stretch } from '../runtime/page_by_page.ts'

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

/** Names that were kept for an id that never came, or kept from others after their account was deleted. */
export const pruneReservedHandles = (sql: Sql, before: Date, stretch?: Stretch): Promise<Part> =>
  pageByPage(sql, 'handle', () => sql`reserved_until < ${before}`, stretch)

export const pruneLinkRequests = (sql: Sql, before: Date, stretch?: Stretch): Promise<Part> =>
  pageByPage(sql, 'link_request', () => sql`answered_at < ${before}`, stretch)

/** How far somebody read in a thread of a hub in which they have no seat. */
export const pruneReadMarks = (sql: Sql, before: Date, stretch?: Stretch): Promise<Part> =>
  pageByPage(
    sql,
    'read_mark',
    () =>
      sql`at < ${before} and not ${none(sql, sql`thread where thread.id = old.scope_id and ${noSeat(sql, sql`thread`)}`)}`,
    stretch,
  )

/** Which version of a pad somebody saw, of a hub in which they have no seat. */
export const prunePadVisits = (sql: Sql, before: Date, stretch?: Stretch): Promise<Part> =>
  pageByPage(
    sql,
    'pad_visit',
    () => sql`at < ${before} and not ${none(sql, sql`pad where pad.id = old.pad_id and ${noSeat(sql, sql`pad`)}`)}`,
    stretch,
  )

const noSeat = (sql: Sql, place: Query): Query =>
  none(
    sql,
    sql`seat where seat.participant_id = old.participant_id and seat.scope_id in (${place}.id, ${place}.hub_id)`,
  )
