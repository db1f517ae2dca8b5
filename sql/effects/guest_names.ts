import { effect } from '../effect.ts'

export interface GuestNameRow {
  readonly scope_id: string
  /** see text/names.ts */
  readonly name_key: string
  readonly participant_id: string
  /** ISO 8601 */
  readonly at: string
}

/** The name a guest holds in a thread, pad or hub. It stays held when the seat goes: the posts under it are still there. */
export const holdNames = effect<GuestNameRow>({
  name: 'guest_name.hold',
  phase: 'insert',
  write: (sql, rows) => sql`
    insert into guest_name (scope_id, name_key, participant_id, at)
    select * from unnest(${rows.map((row) => row.scope_id)}::text[], ${rows.map((row) => row.name_key)}::text[],
      ${rows.map((row) => row.participant_id)}::text[], ${rows.map(({ at }) => at)}::timestamptz[])
    on conflict (scope_id, name_key) do nothing`,
})
