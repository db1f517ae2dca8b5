import type { Reader } from '../../../src/rules/reader.ts'
import type { Sql } from '../../client.ts'
import { readableHub, readableThread } from './readable_rows.ts'

/** Private and missing are the same: no row. */

export async function canReadThread(sql: Sql, reader: Reader, id: string): Promise<boolean> {
  const rows = await sql`
    select 1 from thread join hub on hub.id = thread.hub_id where thread.id = ${id} and ${readableThread(sql, reader)}`
  return rows.length > 0
}

/** The id of a hub that the reader may see, named by slug or id. */
export async function readableHubId(sql: Sql, reader: Reader, named: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select hub.id from hub where (hub.slug = ${named.toLowerCase()} or hub.id = ${named}) and ${readableHub(sql, reader)}`
  return row?.id
}
