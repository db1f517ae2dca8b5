import type { Query, Sql } from '../client.ts'
import { taken } from '../reads/hub/seats/self_taken_seat.ts'

/** Whether `who` can still read a thread or pad. `hub` must be joined; a sub-agent has its parent's seats. */
export const mayRead = (
  sql: Sql,
  who: Query,
  { part, publicOn }: { readonly part: Query; readonly publicOn: Query },
): Query => sql`(${publicOn} and hub.audience = 'public' or exists (
  select from seat where seat.participant_id = coalesce(${who}.parent_id, ${who}.id)
    and seat.scope_id in (hub.id, ${part}) and not ${taken(sql, sql`seat`)}))`
