import type { Sql } from '../../../sql/client.ts'
import { padOfDecision, padOfEdit } from '../../../sql/reads/pad/pad_of.ts'
import { orUnreadable } from '../../rules/errors.ts'

export { padOfEdit }

/** Returns the pad of an edit, readable or not: its actor decides. Throws not_found for an unknown edit. */
export const padWithEdit = (sql: Sql, edit: string): Promise<string> => orUnreadable('edit', padOfEdit(sql, edit))

/** Returns the pad that a decision stands on, readable or not. Throws not_found when there is no such decision. */
export const padWithDecision = (sql: Sql, decision: string): Promise<string> =>
  orUnreadable('decision', padOfDecision(sql, decision))
