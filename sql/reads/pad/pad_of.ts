import type { Sql } from '../../client.ts'
import { firstValue } from '../../rows.ts'

/** The pad of an edit or a decision, without a check of who may read it: use it only to route a message. */
export const padOfEdit = (sql: Sql, edit: string): Promise<string | undefined> =>
  firstValue(sql`select pad_id from edit where id = ${edit}`)

export const padOfDecision = (sql: Sql, decision: string): Promise<string | undefined> =>
  firstValue(sql`select pad_id from decision where id = ${decision}`)
