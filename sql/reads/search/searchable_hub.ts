import { type Reader, seatHolder } from '../../../src/rules/caller.ts'
import type { Sql } from '../../client.ts'
import { readableHub } from '../may_read/readable_rows.ts'
import { hubNamed } from '../hub/hub_named.ts'

/**
 * The id of a hub in which the reader may see something: the hub itself, or a thread or pad through a seat of its own.
 * A hub without anything for the reader is answered like a missing one, in equal time.
 */
export async function searchableHub(sql: Sql, reader: Reader, named: string): Promise<string | undefined> {
  const holder = seatHolder(reader)
  const [row] = await sql<{ id: string }[]>`
    select hub.id from hub where ${hubNamed(sql, named)} and (
      ${readableHub(sql, reader)}
      or exists (select from seat join thread on thread.id = seat.scope_id
        where seat.participant_id = ${holder} and thread.hub_id = hub.id)
      or exists (select from seat join pad on pad.id = seat.scope_id
        where seat.participant_id = ${holder} and pad.hub_id = hub.id))`
  return row?.id
}
