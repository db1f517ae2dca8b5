import type { Reader } from '../../../src/rules/reader.ts'
import type { Sql } from '../../client.ts'
import { readableHub, readablePad } from '../readability/readable_rows.ts'

/** The id of the hub for a new thread, named by slug or id; undefined when the reader cannot see it. */
export async function hubToStartIn(sql: Sql, reader: Reader, named: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select hub.id from hub where (hub.slug = ${named.toLowerCase()} or hub.id = ${named})
      and ${readableHub(sql, reader)}`
  return row?.id
}

/** The hub of the pad that a new thread is about; undefined when the reader cannot see the pad. */
export async function hubOfReadablePad(sql: Sql, reader: Reader, pad: string): Promise<string | undefined> {
  const [row] = await sql<{ hub_id: string }[]>`
    select pad.hub_id from pad join hub on hub.id = pad.hub_id where pad.id = ${pad} and ${readablePad(sql, reader)}`
  return row?.hub_id
}
