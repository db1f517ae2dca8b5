import type { DmStatus } from '../../src/rules/lists.ts'
import { effect } from '../effect.ts'

/** Everything of a DM that can change, whole: the last value of a batch is the one written. */
export interface DmStanding {
  readonly id: string
  readonly status: DmStatus
  readonly asked_by: string
  /** ISO 8601, as all times here */
  readonly requested_at?: string
  readonly answered_at?: string
  readonly blocked_by?: string
  readonly was_open: boolean
  readonly version: number
  readonly last_seq: number
  readonly updated_at: string
}

export interface DmRow extends DmStanding {
  /** the smaller id of the two */
  readonly a_id: string
  readonly b_id: string
  readonly created_at: string
}

export const insertDms = effect<DmRow>({
  name: 'dm.insert',
  phase: 'insert',
  write: (sql, rows) => sql`
    insert into dm select * from jsonb_populate_recordset(null::dm, ${sql.json(rows as never)}::jsonb)`,
})

// postgres.js takes the type of an array from its first element and sends an array of booleans as one boolean
export const advanceDms = effect<DmStanding>({
  name: 'dm.advance',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update dm set status = next.status, asked_by = next.asked_by, requested_at = next.requested_at,
      answered_at = next.answered_at, blocked_by = next.blocked_by, was_open = next.was_open = 1,
      version = next.version, last_seq = next.last_seq, updated_at = next.updated_at
    from unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.status)}::text[],
      ${rows.map((row) => row.asked_by)}::text[], ${rows.map((row) => row.requested_at ?? null)}::timestamptz[],
      ${rows.map((row) => row.answered_at ?? null)}::timestamptz[], ${rows.map((row) => row.blocked_by ?? null)}::text[],
      ${rows.map((row) => Number(row.was_open))}::int[], ${rows.map((row) => row.version)}::int[],
      ${rows.map((row) => row.last_seq)}::int[], ${rows.map((row) => row.updated_at)}::timestamptz[])
      as next (id, status, asked_by, requested_at, answered_at, blocked_by, was_open, version, last_seq, updated_at)
    where dm.id = next.id`,
})
