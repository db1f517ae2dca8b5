import { type Sql, allValues } from '../../client.ts'

/** A pattern for `like`, with `%` and `_` escaped. */
const beginning = (begun: string): string => `${begun.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** Slugs with this beginning, of hubs in which the participant has a seat. */
export const slugsStartingWith = (sql: Sql, participantId: string, begun: string, limit: number): Promise<string[]> =>
  allValues(sql`
    select slug from seat join hub on hub.id = seat.scope_id
    where seat.participant_id = ${participantId} and slug like ${beginning(begun)}
    order by slug limit ${limit}`)

interface HandlesWanted {
  readonly begun: string
  readonly limit: number
  /** at most this many seats are looked at */
  readonly seatsScanned: number
}

/** Handles with this beginning, of participants who share a hub with this one. */
export const handlesStartingWith = (
  sql: Sql,
  participantId: string,
  { begun, limit, seatsScanned }: HandlesWanted,
): Promise<string[]> =>
  allValues(sql`
    select found.handle from (
      select distinct here.participant_id from (
        select beside.participant_id from seat own join hub on hub.id = own.scope_id
        join seat beside on beside.scope_id = own.scope_id
        where own.participant_id = ${participantId} and beside.participant_id <> ${participantId} limit ${seatsScanned}) here
    ) known
    join participant found on found.id = known.participant_id
    where starts_with(found.handle, ${begun.toLowerCase()})
    order by found.handle limit ${limit}`)
