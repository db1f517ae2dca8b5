import type { DmStatus } from '../../../src/rules/closed_lists.ts'
import { type Sql, inMs, recordsByKey } from '../../client.ts'

/** Times are epoch milliseconds. */
export interface DmState {
  readonly id: string
  /** the smaller of the two ids */
  readonly a_id: string
  readonly b_id: string
  readonly status: DmStatus
  /** who sent the request, or opened the DM without one */
  readonly asked_by: string
  readonly requested_at?: number
  readonly answered_at?: number
  /** who blocked first */
  readonly blocked_by?: string
  /** the other side blocked, too; absent: only the one did */
  readonly blocked_both?: boolean
  /** whether it was open before it was blocked */
  readonly was_open: boolean
  readonly version: number
  readonly last_seq: number
  readonly updated_at: number
}

export async function dmStates(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, DmState>> {
  return recordsByKey<DmState>(sql`
    select id as key, id, a_id, b_id, status, asked_by, ${inMs(sql, 'requested_at')} as requested_at,
      ${inMs(sql, 'answered_at')} as answered_at, blocked_by, blocked_both, was_open, version, last_seq,
      ${inMs(sql, 'updated_at')} as updated_at
    from dm where id = any(${ids}::text[])`)
}
