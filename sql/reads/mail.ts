import type { Letter } from '../outside_actors/records/mail.ts'
import type { Sql } from '../client.ts'

export interface KeptLetter extends Letter {
  /** ISO 8601 */
  readonly at: string
}

export async function keptMail(sql: Sql): Promise<readonly KeptLetter[]> {
  const rows = await sql<{ to_address: string; subject: string; text: string; at: Date }[]>`
    select to_address, subject, text, at from kept_mail order by seq desc`
  return rows.map(({ to_address, at, ...row }) => ({ to: to_address, ...row, at: at.toISOString() }))
}
