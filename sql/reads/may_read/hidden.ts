import type { Query, Sql } from '../../client.ts'

/** Whether owner or helpers have hidden what has this id, a column. Only they see it. */
export const hidden = (sql: Sql, id: Query): Query =>
  sql`exists (select from fold where fold.target_id = ${id} and fold.level = 'hide')`
