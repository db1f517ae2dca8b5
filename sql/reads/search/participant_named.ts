import { typedHandle } from '../../../src/text/names/handles.ts'
import type { Sql } from '../../client.ts'

/** The id of a participant named by id, or by a current or earlier handle. */
export async function participantNamed(sql: Sql, named: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from participant where id = ${named}
    union all
    select participant.id from handle join participant on participant.id = handle.participant_id
    where handle.handle = ${typedHandle(named)} and handle.reserved_until is null limit 1`
  return row?.id
}
