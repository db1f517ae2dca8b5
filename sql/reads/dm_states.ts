import type { DmStatus } from '../../src/rules/lists.ts'
import type { Sql } from '../client.ts'

/** A DM as its actor keeps it. Times in epoch milliseconds. */
export interface DmState {
  readonly id: string
  /** the smaller id of the two */
  readonly a_id: string
  readonly b_id: string
  readonly status: DmStatus
  /** who asked, or who opened it without asking */
  readonly asked_by: string
  readonly requested_at?: number
  readonly answered_at?: number
  readonly blocked_by?: string
  /** it was open before it was blocked */
  readonly was_open: boolean
  readonly version: number
  readonly last_seq: number
  readonly updated_at: number
}

interface Row {
  id: string
  a_id: string
  b_id: string
  status: DmStatus
  asked_by: string
  requested_at: Date | null
  answered_at: Date | null
  blocked_by: string | null
  was_open: boolean
  version: number
  last_seq: number
  updated_at: Date
}

export async function dmStates(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, DmState>> {
  const rows = await sql<Row[]>`
    select id, a_id, b_id, status, asked_by, requested_at, answered_at, blocked_by, was_open, version, last_seq,
      updated_at
    from dm where id = any(${ids as string[]}::text[])`
  return new Map(
    rows.map(({ requested_at, answered_at, blocked_by, updated_at, ...row }) => [
      row.id,
      {
        ...row,
        ...(requested_at && { requested_at: requested_at.getTime() }),
        ...(answered_at && { answered_at: answered_at.getTime() }),
        ...(blocked_by !== null && { blocked_by }),
        updated_at: updated_at.getTime(),
      },
    ]),
  )
}
