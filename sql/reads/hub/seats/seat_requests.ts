import type { SeatRequest } from '../../../../src/records/hub/opened_hub.ts'
import { type Sql, records } from '../../../client.ts'
import { hubNamed } from '../hub_named.ts'

/** Open requests for a seat in a hub, thread or pad, longest wait first. */
export const askingFor = (sql: Sql, scope: string, limit: number): Promise<readonly SeatRequest[]> =>
  records<SeatRequest>(sql`
    select participant.id, kind, handle, name, request.at, request.note
    from join_request request join participant on participant.id = request.participant_id
    where scope_id = ${scope} order by request.at, participant.id limit ${limit}`)

/** Whether a participant was removed from a hub, and when they asked for a seat. The hub need not be readable. */
export async function askedToJoin(
  sql: Sql,
  participant: string,
  named: string,
): Promise<{ readonly removed: boolean; readonly requested: Date | null }> {
  const [row] = await sql<{ removed: boolean; requested: Date | null }[]>`
    select exists (select from removal where scope_id = hub.id and participant_id = ${participant}) as removed,
      (select at from join_request where scope_id = hub.id and participant_id = ${participant}) as requested
    from hub where ${hubNamed(sql, named)}`
  return row ?? { removed: false, requested: null }
}
