import { type Untrusted, words } from '../../src/text/untrusted.ts'
import { effect } from '../effect.ts'

export interface JoinRequestRow {
  readonly scope_id: string
  readonly participant_id: string
  readonly note?: Untrusted
  readonly at: string
}

export const insertJoinRequests = effect<JoinRequestRow>({
  name: 'join_request.insert',
  phase: 'insert',
  write: (sql, rows) => sql`
    insert into join_request (scope_id, participant_id, note, at)
    select * from unnest(${rows.map((row) => row.scope_id)}::text[], ${rows.map((row) => row.participant_id)}::text[],
      ${rows.map(({ note }) => (note === undefined ? null : words(note)))}::text[],
      ${rows.map((row) => row.at)}::timestamptz[])
    on conflict (scope_id, participant_id) do nothing`,
})

export const deleteJoinRequests = effect<{ readonly scope_id: string; readonly participant_id: string }>({
  name: 'join_request.delete',
  phase: 'update',
  key: ({ scope_id, participant_id }) => `${scope_id} ${participant_id}`,
  write: (sql, rows) => sql`
    delete from join_request using unnest(${rows.map((row) => row.scope_id)}::text[],
      ${rows.map((row) => row.participant_id)}::text[]) as gone (scope_id, participant_id)
    where join_request.scope_id = gone.scope_id and join_request.participant_id = gone.participant_id`,
})
