import { typedHandle, withoutAt } from '../../src/text/names/handles.ts'
import { type Query, type Sql, firstRow } from '../client.ts'

interface ParticipantNamed {
  readonly id: string
  readonly handle: string
  /** the account was deleted: named by id alone */
  readonly deleted: boolean
}

/** A participant named by id, or by a current or earlier handle, with or without the @. */
export const participantNamed = (sql: Sql, named: string): Promise<ParticipantNamed | undefined> =>
  firstRow(sql`
    select id, handle, deleted_at is not null as deleted from participant where id = ${withoutAt(named)}
    union all
    select participant.id, participant.handle, participant.deleted_at is not null from handle
      join participant on participant.id = handle.participant_id
    where handle.handle = ${typedHandle(named)} and handle.reserved_until is null
    limit 1`)

/** The id of a participant named by id, or by a current or earlier handle, in lower case without the @. */
export const idNamed = (sql: Sql, named: Query | string): Query =>
  sql`coalesce((select participant_id from handle where handle.handle = ${named} and reserved_until is null), ${named})`
