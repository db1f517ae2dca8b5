import type { Reader } from '../../src/rules/reader.ts'
import type { Sql } from '../client.ts'
import { readableHub, readableThread } from './visible.ts'

/** A thread that this reader may see and that accepts guests. */
export async function threadTakesGuests(sql: Sql, reader: Reader, id: string): Promise<boolean> {
  const rows = await sql`
    select 1 from thread join hub on hub.id = thread.hub_id
    where thread.id = ${id} and thread.accepts_guests and ${readableThread(sql, reader)}`
  return rows.length > 0
}

/** A hub, by slug or id, that this reader may see and whose threads may accept guests. */
export async function hubTakesGuests(sql: Sql, reader: Reader, named: string): Promise<boolean> {
  const rows = await sql`
    select 1 from hub
    where (slug = ${named.toLowerCase()} or id = ${named}) and accepts_guests and ${readableHub(sql, reader)}`
  return rows.length > 0
}
