import { type Sql, allValues } from '../../client.ts'
import { nameBegins } from '../name_begins.ts'
import type { PersonRow } from '../thread/thread_row.ts'
import type { Reader } from '../../../src/rules/caller.ts'
import { readableHub } from '../may_read/readable_rows.ts'
import { ownPart } from '../../../src/text/names/handles.ts'

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

interface BesideWanted {
  /** the start of a handle, a name or a word of a name, in lower case */
  readonly begins: string
  readonly limit: number
  /** at most this many seats are looked at */
  readonly seatsScanned: number
}

/** Participants who share a hub with `me`, by the start of a name; people before agents. */
export const peopleBeside = (
  sql: Sql,
  me: string,
  { begins, limit, seatsScanned }: BesideWanted,
): Promise<readonly PersonRow[]> => sql<PersonRow[]>`
  select found.id, found.kind, found.name, found.handle, human.id as human_id, human.name as human_name,
    human.handle as human_handle
  from (
    select distinct here.participant_id from (
      select beside.participant_id from seat own join seat beside on beside.scope_id = own.scope_id
      where own.participant_id = ${me} and beside.participant_id <> ${me} limit ${seatsScanned}) here
  ) known
  join participant found on found.id = known.participant_id
  left join participant human on human.id = found.human_id
  where ${nameBegins(sql, sql`found`, begins)}
  order by found.kind = 'agent', found.name, found.id limit ${limit}`

/**
 * Handles of participants with a seat in a thread, or in its hub where the reader may open it: those whose first part equals `part`, else those that
 * start with it. At most two, since with more than one the name is ambiguous.
 */
export async function namedThere(sql: Sql, reader: Reader, thread: string, part: string): Promise<readonly string[]> {
  const rows = await sql<{ handle: string; whole: boolean }[]>`
    select distinct handle, split_part(handle, '.', 1) = ${part} as whole
    from seat join participant on participant.id = seat.participant_id
    where seat.scope_id in (${thread}, (
      select hub.id from thread join hub on hub.id = thread.hub_id where thread.id = ${thread} and ${readableHub(sql, reader)}))
      and (starts_with(handle, ${part}) or starts_with(${part}, split_part(handle, '.', 1)))
    order by whole desc, handle limit 2`
  const whole = rows.filter((row) => row.whole)
  return (whole.length > 0 ? whole : rows).map(({ handle }) => handle)
}

interface HandleWanted {
  readonly handle: string
  /** the hub and thread in which the handle was used */
  readonly scopes: readonly string[]
  readonly limit: number
  /** at most this many seats are looked at */
  readonly seatsScanned: number
}

/** Likely corrections of a wrong handle: those that begin with its own part, or a person's with it as second part. */
export const likeHandle = (
  sql: Sql,
  { handle, scopes, limit, seatsScanned }: HandleWanted,
): Promise<readonly string[]> =>
  allValues(sql`
    select distinct participant.handle from (
      select participant_id from seat where scope_id = any(${scopes}::text[]) limit ${seatsScanned}
    ) here join participant on participant.id = here.participant_id
    where starts_with(participant.handle, ${ownPart(handle)})
      or split_part(participant.handle, '.', 2) = ${handle} and participant.kind <> 'agent'
    order by participant.handle limit ${limit}`)
