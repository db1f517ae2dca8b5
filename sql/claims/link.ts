import type { Sql } from '../client.ts'

export interface NewLink {
  readonly id: string
  /** SHA-256 in hex */
  readonly hash: string
  readonly agent: string
  /** epoch milliseconds */
  readonly now: number
  readonly expires_at: number
  /** how many of the newest go on working, this one among them */
  readonly valid: number
}

/** An agent's link for its human; the oldest of too many stop working. */
export async function addLink(sql: Sql, { id, hash, agent, now, expires_at, valid }: NewLink): Promise<void> {
  await sql`
    with ended as (
      update credential set revoked_at = ${new Date(now)}
      where id in (
        select id from credential
        where participant_id = ${agent} and kind = 'link' and revoked_at is null and expires_at > ${new Date(now)}
        order by created_at desc, id desc offset ${valid - 1}
      )
    )
    insert into credential (id, hash, kind, participant_id, made_by, created_at, expires_at)
    values (${id}, ${Buffer.from(hash, 'hex')}, 'link', ${agent}, ${agent}, ${new Date(now)}, ${new Date(expires_at)})`
}
