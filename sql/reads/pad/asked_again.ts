import type { Query, Sql } from '../../client.ts'

/**
 * The suggestion that waited for an answer again once this edit took its acceptance back. A suggestion has the version
 * of its last acceptance, and none while it waits. Whoever wants such an acceptance back accepts the suggestion: were
 * the undo taken back, its text would stand beside the suggestion that asks for it.
 */
export const askedAgain = (sql: Sql, undo: 'edit' | 'made'): Query => sql`
  select suggested.id, suggested.status from edit accepted join edit suggested on suggested.id = accepted.suggestion_of
  where accepted.id = ${sql(undo)}.undo_of and suggested.version is distinct from accepted.version`
