import type { HubWaiting } from '../../../src/records/hub/opened_hub.ts'
import type { Sql } from '../../client.ts'
import { unsettled } from '../thread/thread_parts.ts'

export async function hubWaiting(sql: Sql, hub_id: string): Promise<HubWaiting> {
  const [row] = await sql<[HubWaiting]>`
    select (select count(*)::int from join_request where scope_id = ${hub_id}) as joins,
      (select count(*)::int from edit where hub_id = ${hub_id} and status = 'proposed') as edits,
      (select count(*)::int from decision where hub_id = ${hub_id} and status = 'proposed') as decisions,
      (select count(*)::int from thread where hub_id = ${hub_id} and ${unsettled(sql)}) as flags,
      (select count(*)::int from report where hub_id = ${hub_id} and state = 'open') as reports`
  return row
}
