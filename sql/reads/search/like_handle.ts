import { ownPart } from '../../../src/text/names/handles.ts'
import { type Sql, allValues } from '../../client.ts'

interface Wanted {
  readonly handle: string
  /** the hub and thread in which the handle was used */
  readonly scopes: readonly string[]
  readonly limit: number
  /** at most this many seats are looked at */
  readonly seatsScanned: number
}

/** Likely corrections of a wrong handle: those that begin with its own part, or a person's with it as second part. */
export const likeHandle = (sql: Sql, { handle, scopes, limit, seatsScanned }: Wanted): Promise<readonly string[]> =>
  allValues(sql`
    select distinct participant.handle from (
      select participant_id from seat where scope_id = any(${scopes}::text[]) limit ${seatsScanned}
    ) here join participant on participant.id = here.participant_id
    where starts_with(participant.handle, ${ownPart(handle)})
      or split_part(participant.handle, '.', 2) = ${handle} and participant.kind <> 'agent'
    order by participant.handle limit ${limit}`)
