import type { Sql } from '../../client.ts'

/** Records how far a participant has fetched their inbox. Written after the read, which does not wait for it. */
export async function noteFetched(sql: Sql, participant: string, seq: number): Promise<void> {
  await sql`update inbox set fetched_seq = ${seq} where participant_id = ${participant} and fetched_seq < ${seq}`
}
