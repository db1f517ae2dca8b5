import type { DmStatus } from '../../src/rules/closed_lists.ts'
import { insertInto, updateOf } from '../table_effects.ts'

/** All of a DM's changeable columns: of one batch only the last value is written. */
export interface DmStanding {
  readonly id: string
  readonly status: DmStatus
  readonly asked_by: string
  /** ISO 8601, as all times here */
  readonly requested_at?: string
  readonly answered_at?: string
  readonly blocked_by?: string
  readonly blocked_both?: boolean
  readonly was_open: boolean
  readonly version: number
  readonly last_seq: number
  readonly updated_at: string
}

interface DmRow extends DmStanding {
  /** the smaller of the two ids */
  readonly a_id: string
  readonly b_id: string
  readonly created_at: string
}

export const insertDms = insertInto<DmRow>('dm')

export const advanceDms = updateOf<DmStanding>('dm.advance', {
  set: [
    'status',
    'asked_by',
    'requested_at',
    'answered_at',
    'blocked_by',
    'blocked_both',
    'was_open',
    'version',
    'last_seq',
    'updated_at',
  ],
})
