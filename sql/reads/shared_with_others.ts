import { type Query, type Sql, hasRow } from '../client.ts'
import { hubNamed } from './hub/hub_named.ts'

interface Where {
  /** ids of a hub and of threads and pads in it */
  readonly places: Query
  /** agents of this human count as the human */
  readonly human: Query
}

/** Whether a participant other than one human and their agents has a seat in one of these places. */
export const sharedWithOthers = (sql: Sql, { places, human }: Where): Query => sql`exists (
  select from seat join participant on participant.id = seat.participant_id
  where seat.scope_id in (${places}) and coalesce(participant.human_id, participant.id) <> ${human})`

/** Where a write goes. */
export interface Named {
  /** slug or id */
  readonly hub?: string
  readonly thread_id?: string
  readonly pad_id?: string
}

export function isShared(sql: Sql, { hub = '', thread_id = '', pad_id = '' }: Named, human: string): Promise<boolean> {
  const places = sql`
    select ${thread_id} union all select ${pad_id}
    union all select hub_id from thread where id = ${thread_id}
    union all select hub_id from pad where id = ${pad_id}
    union all select id from hub where ${hubNamed(sql, hub)}`
  return hasRow(sql`select where ${sharedWithOthers(sql, { places, human: sql`${human}` })}`)
}
