import type { Sql } from '../client.ts'

/** How far somebody fetched their inbox. Written behind a read, never waited for. */
export async function noteFetched(sql: Sql, participant: string, seq: number): Promise<void> {
  await sql`update inbox set fetched_seq = ${seq} where participant_id = ${participant} and fetched_seq < ${seq}`
}
