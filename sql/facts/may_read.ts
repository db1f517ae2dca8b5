import type { Query, Sql } from '../client.ts'

/**
 * Of somebody who is about to hear of a thread or pad: whether they can still read there. `hub` has to be joined; a
 * sub-agent sits where its parent does.
 */
export const mayRead = (sql: Sql, who: Query, part: Query): Query => sql`(hub.audience = 'public' or exists (
  select from seat where seat.participant_id = coalesce(${who}.parent_id, ${who}.id)
    and seat.scope_id in (hub.id, ${part})))`
