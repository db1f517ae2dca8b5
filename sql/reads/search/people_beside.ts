import type { Sql } from '../../client.ts'
import { nameBegins } from '../name_begins.ts'
import type { PersonRow } from '../thread/thread_row.ts'

interface Wanted {
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
  { begins, limit, seatsScanned }: Wanted,
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
