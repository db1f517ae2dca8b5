import type { Query, Sql } from '../../client.ts'

/**
 * When an agent was last here: its last call, which is noted a few seconds late, and forgotten with the key that made it.
 * Until one is noted, what it wrote says that it came.
 */
export const lastHere = (sql: Sql, agent: Query): Query => sql`coalesce(
  (select max(last_used_at) from credential where participant_id = ${agent}),
  greatest((select max(at) from edit where author_id = ${agent}),
    (select max(created_at) from post where author_id = ${agent})))`
