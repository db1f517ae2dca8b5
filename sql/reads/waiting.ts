import type { Sql } from '../client.ts'

/** What waits for the owner and helpers of a hub. */
export interface HubWaiting {
  readonly joins: number
  /** suggestions and decisions nobody answered */
  readonly edits: number
  readonly decisions: number
  /** sections flagged as wrong whose dispute is open */
  readonly flags: number
  readonly reports: number
}

export async function hubWaiting(sql: Sql, hub_id: string): Promise<HubWaiting> {
  const [row] = await sql<[HubWaiting]>`
    select (select count(*)::int from join_request where scope_id = ${hub_id}) as joins,
      (select count(*)::int from edit where hub_id = ${hub_id} and status = 'proposed') as edits,
      (select count(*)::int from decision where hub_id = ${hub_id} and status = 'proposed') as decisions,
      (select count(*)::int from thread where hub_id = ${hub_id} and dispute = 'open') as flags,
      (select count(*)::int from report where hub_id = ${hub_id} and state = 'open') as reports`
  return row
}
