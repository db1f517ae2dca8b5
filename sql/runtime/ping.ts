import type { Sql } from '../client.ts'

export const ping = async (sql: Sql): Promise<void> => void (await sql`select 1`)
