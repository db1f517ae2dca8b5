import type { Query, Sql } from '../../client.ts'

/**
 * Whether owner or helpers have hidden what has this id, a column. Only they see it. offset 0: it is looked up, where a plan
 * that expects many rows would rather read all that is folded on the server.
 */
export const hidden = (sql: Sql, id: Query): Query =>
  sql`exists (select from fold where fold.target_id = ${id} and fold.level = 'hide' offset 0)`
