import type { Sql } from '../client.ts'

/** Whether somebody has a seat in a hub where changes are checked: only there `verify` means anything. */
export async function inCheckedHub(sql: Sql, participantId: string): Promise<boolean> {
  const rows = await sql`
    select from seat join hub on hub.id = seat.scope_id
    where seat.participant_id = ${participantId} and hub.mode = 'checked' limit 1`
  return rows.length > 0
}
