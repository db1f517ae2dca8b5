import { untrusted, type Untrusted } from '../../../src/text/untrusted.ts'
import type { Sql } from '../../client.ts'

/** Read me first of a hub that was found readable. */
export async function guideOf(sql: Sql, hub: string): Promise<Untrusted | undefined> {
  const [row] = await sql<{ guide: string | null }[]>`select guide from hub where id = ${hub}`
  return row?.guide ? untrusted(row.guide) : undefined
}

/** What a task that was found readable says. */
export async function taskDetails(sql: Sql, task: string): Promise<Untrusted | undefined> {
  const [row] = await sql<{ details: string | null }[]>`select details from task where id = ${task}`
  return row?.details ? untrusted(row.details) : undefined
}
