import type { Query, Sql } from '../../client.ts'

/** Whether a flag waits to be settled: nobody answered it, or its time ran out. Null for a thread that flags nothing. */
export const unsettled = (sql: Sql): Query => sql`thread.dispute in ('open', 'unresolved')`
