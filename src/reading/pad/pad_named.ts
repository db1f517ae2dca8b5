import type { Sql } from '../../../sql/client.ts'
import { padOfDecision, padOfEdit } from '../../../sql/reads/pad/edits.ts'
import { unreadable } from '../../rules/errors.ts'

export { padOfEdit }

/** Returns the pad of an edit, readable or not: its actor decides. Throws not_found for an unknown edit. */
export async function padWithEdit(sql: Sql, edit: string): Promise<string> {
  const found = await padOfEdit(sql, edit)
  if (found === undefined) throw unreadable('edit')
  return found
}

/** Returns the pad that a decision stands on, readable or not. Throws not_found when there is no such decision. */
export async function padWithDecision(sql: Sql, decision: string): Promise<string> {
  const found = await padOfDecision(sql, decision)
  if (found === undefined) throw unreadable('decision')
  return found
}
