import type { Query, Sql } from '../../client.ts'

/**
 * When an agent made its last call. Calls are recorded a few seconds late, and their time is deleted with the key; without
 * one, the agent's latest edit or post counts.
 */
export const lastHere = (sql: Sql, agent: Query): Query => sql`coalesce(
  (select max(last_used_at) from credential where participant_id = ${agent}),
  greatest((select max(at) from edit where author_id = ${agent}),
    (select max(created_at) from post where author_id = ${agent})))`
