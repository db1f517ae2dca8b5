import type { Sql } from '../client.ts'

/** Whether the database answers at all. */
export const ping = async (sql: Sql): Promise<void> => void (await sql`select 1`)
