import type { Sql } from '../../sql/client.ts'
import { padOfDecision, padOfEdit } from '../../sql/reads/edits.ts'
import { unreadable } from '../rules/errors.ts'

/** The pad an edit was made on, where there is such an edit. */
export const padUnder = (sql: Sql, edit: string): Promise<string | undefined> => padOfEdit(sql, edit)

/** The pad an edit was made on, readable or not: it says whom to ask. Throws not_found where there is no such edit. */
export async function padWithEdit(sql: Sql, edit: string): Promise<string> {
  const found = await padOfEdit(sql, edit)
  if (found === undefined) throw unreadable('edit')
  return found
}

/** The pad a decision stands on, readable or not. Throws not_found where there is no such decision. */
export async function padWithDecision(sql: Sql, decision: string): Promise<string> {
  const found = await padOfDecision(sql, decision)
  if (found === undefined) throw unreadable('decision')
  return found
}
