import type { Sql } from '../client.ts'

/** Resolves when the database answers. */
export const alive = (sql: Sql): PromiseLike<unknown> => sql`select 1`
