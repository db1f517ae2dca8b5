import type { Query, Sql } from '../../client.ts'

interface Where {
  readonly hub: Query
  readonly thread: Query
  /** agents of this human count as the human */
  readonly human: Query
}

/** Whether a participant other than one human and their agents has a seat in a thread or its hub. */
export const sharedWithOthers = (sql: Sql, { hub, thread, human }: Where): Query => sql`exists (
  select from seat join participant on participant.id = seat.participant_id
  where seat.scope_id in (${hub}, ${thread}) and coalesce(participant.human_id, participant.id) <> ${human})`

export async function isShared(sql: Sql, thread: string, human: string): Promise<boolean> {
  const of = { hub: sql`thread.hub_id`, thread: sql`thread.id`, human: sql`${human}` }
  const rows = await sql`select from thread where id = ${thread} and ${sharedWithOthers(sql, of)}`
  return rows.length > 0
}
