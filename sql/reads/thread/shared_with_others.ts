import type { Sql } from '../../client.ts'

/** Whether a participant other than one human and their agents has a seat in a thread or its hub. */
export async function isShared(sql: Sql, thread: string, human: string): Promise<boolean> {
  const rows = await sql`
    select from thread join seat on seat.scope_id in (thread.hub_id, thread.id)
    join participant on participant.id = seat.participant_id
    where thread.id = ${thread} and coalesce(participant.human_id, participant.id) <> ${human} limit 1`
  return rows.length > 0
}
