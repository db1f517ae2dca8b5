import { type Untrusted, untrusted } from '../../src/text/untrusted.ts'
import type { Sql } from '../client.ts'

/** The name somebody goes by. */
export async function nameOfParticipant(sql: Sql, id: string): Promise<Untrusted> {
  const [row] = await sql<{ name: string }[]>`select name from participant where id = ${id}`
  return untrusted(row?.name ?? '')
}
