import { ownPart } from '../../../src/text/handles.ts'
import type { Sql } from '../../client.ts'

interface Wanted {
  readonly handle: string
  /** the hub and the thread whose people are meant */
  readonly scopes: readonly string[]
  readonly limit: number
  /** seats that are looked through at most */
  readonly looked: number
}

/** Handles of who sits there that a wrong one was probably meant for: the same picked part, or one that begins so. */
export async function likeHandle(sql: Sql, { handle, scopes, limit, looked }: Wanted): Promise<readonly string[]> {
  const rows = await sql<{ handle: string }[]>`
    select distinct participant.handle from (
      select participant_id from seat where scope_id = any(${scopes as string[]}::text[]) limit ${looked}
    ) here join participant on participant.id = here.participant_id
    where starts_with(participant.handle, ${ownPart(handle)})
      or split_part(participant.handle, '.', 2) = ${handle} and participant.kind <> 'agent'
    order by participant.handle limit ${limit}`
  return rows.map((row) => row.handle)
}
