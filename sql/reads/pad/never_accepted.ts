import type { Query, Sql } from '../../client.ts'

/**
 * Whether a superseded decision `older` was only proposed when `newer` took its place: another of its options was chosen.
 * Statements that use it have both under these names.
 */
export const neverAccepted = (sql: Sql): Query => sql`newer.supersedes = older.id and newer.options = older.options
  and newer.text = any(older.options) and newer.text <> older.text and newer.at = older.answered_at
  and (newer.section_id, newer.thread_id, newer.post_id)
    is not distinct from (older.section_id, older.thread_id, older.post_id)`
