import type { Sql } from '../../client.ts'

interface CaughtUp {
  readonly participant_id: string
  /** a hub, thread or pad; empty for all places where they have a seat */
  readonly scope_id: string
  readonly cursor: string
  readonly at: Date
}

/** Stores where the participant's next catch_up of that place begins. Losing it only repeats something. */
export async function noteCaughtUp(sql: Sql, { participant_id, scope_id, cursor, at }: CaughtUp): Promise<void> {
  await sql`
    insert into caught_up (participant_id, scope_id, cursor, at) values (${participant_id}, ${scope_id}, ${cursor}, ${at})
    on conflict (participant_id, scope_id) do update set cursor = excluded.cursor, at = excluded.at`
}
