import type { Sql } from '../client.ts'

/** Resolves when the database answers. */
export const ping = async (sql: Sql): Promise<void> => void (await sql`select 1`)
