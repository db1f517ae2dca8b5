import type { Sql } from '../../client.ts'

interface NewSession {
  readonly id: string
  /** SHA-256 in hex */
  readonly hash: string
  readonly participant_id: string
  /** name of the browser */
  readonly label?: string
  /** epoch milliseconds */
  readonly now: number
  readonly expires_at: number
}

export async function openSession(sql: Sql, session: NewSession): Promise<void> {
  const { id, hash, participant_id, label = null, now, expires_at } = session
  await sql`
    insert into credential (id, hash, kind, participant_id, scopes, label, made_by, created_at, last_used_at, expires_at)
    values (${id}, ${Buffer.from(hash, 'hex')}, 'session', ${participant_id}, '{}', ${label}, ${participant_id},
      ${new Date(now)}, ${new Date(now)}, ${new Date(expires_at)})`
}
