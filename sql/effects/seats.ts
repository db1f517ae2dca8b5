import { effect } from '../effect.ts'

export interface SeatRow {
  readonly scope_id: string
  readonly participant_id: string
  readonly role: 'owner' | 'helper' | 'member'
  /** the participant itself where the seat was taken and not given */
  readonly given_by: string
  readonly at: string
}

/** Seats; one that is there already stays as it is. */
export const insertSeats = effect<SeatRow>({
  name: 'seat.insert',
  phase: 'insert',
  write: (sql, rows) => sql`
    insert into seat (scope_id, participant_id, role, given_by, at)
    select * from unnest(${rows.map((row) => row.scope_id)}::text[], ${rows.map((row) => row.participant_id)}::text[],
      ${rows.map((row) => row.role)}::text[], ${rows.map((row) => row.given_by)}::text[],
      ${rows.map((row) => row.at)}::timestamptz[])
    on conflict (scope_id, participant_id) do nothing`,
})
