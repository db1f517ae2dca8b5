import type { Query, Sql } from '../client.ts'

/** The row `fold`, joined, as JSON of a FoldNow; null where there is none. */
export const foldNow = (sql: Sql): Query => sql`
  case when fold.target_id is not null then jsonb_strip_nulls(jsonb_build_object(
    'level', fold.level, 'reason', fold.reason, 'by_id', fold.by_id, 'duplicate_of', fold.duplicate_of)) end`
