import type { Sql } from '../../client.ts'

/** The pad of an edit or a decision, without a check of who may read it: use it only to route a message. */
export async function padOfEdit(sql: Sql, edit: string): Promise<string | undefined> {
  const [row] = await sql<{ pad_id: string }[]>`select pad_id from edit where id = ${edit}`
  return row?.pad_id
}

export async function padOfDecision(sql: Sql, decision: string): Promise<string | undefined> {
  const [row] = await sql<{ pad_id: string }[]>`select pad_id from decision where id = ${decision}`
  return row?.pad_id
}
