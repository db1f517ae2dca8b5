import type { Query, Sql } from '../../client.ts'

/**
 * Whether the owner or a helper has hidden what has this id, a column; only they see it. offset 0: it is looked up row by
 * row, where a plan that expects many rows would read all folds of the server.
 */
export const hidden = (sql: Sql, id: Query): Query =>
  sql`exists (select from fold where fold.target_id = ${id} and fold.level = 'hide' offset 0)`
