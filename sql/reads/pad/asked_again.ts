import type { Query, Sql } from '../../client.ts'

/**
 * The suggestion that became open again when this edit undid its acceptance. A suggestion has the version of its last
 * acceptance, and none while it is open. Such an undo is not undone in turn, or its text would stand beside the open
 * suggestion for it: the suggestion is accepted again instead.
 */
export const askedAgain = (sql: Sql, undo: 'edit' | 'made'): Query => sql`
  select suggested.id, suggested.status from edit accepted join edit suggested on suggested.id = accepted.suggestion_of
  where accepted.id = ${sql(undo)}.undo_of and suggested.version is distinct from accepted.version`
