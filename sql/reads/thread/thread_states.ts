import type { Dispute, StoredThreadStatus } from '../../../src/rules/closed_lists.ts'
import { type Sql, inMs, recordsByKey } from '../../client.ts'
import { foldNow } from '../fold_now.ts'
import type { FoldNow } from '../../facts/moderation/folds.ts'

export interface ThreadState {
  readonly id: string
  readonly hub_id: string
  readonly starter_id: string
  readonly starter_human_id?: string
  readonly accepts_guests: boolean
  readonly version: number
  readonly last_seq: number
  readonly status: StoredThreadStatus
  readonly answer_id?: string
  /** who marked the answer */
  readonly answer_by?: string
  readonly about?: { readonly pad_id: string; readonly section_id?: string; readonly flags_wrong: boolean }
  readonly dispute?: Dispute
  readonly fold?: FoldNow
  readonly locked: boolean
  readonly locked_by?: string
  /** as the actor wrote it */
  readonly run?: unknown
  /** epoch milliseconds */
  readonly updated_at: number
}

export const threadStates = (sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, ThreadState>> =>
  recordsByKey(sql`
    select thread.id as key, thread.id, hub_id, starter_id, starter_human_id, accepts_guests, version, last_seq, status,
      answer_id, answer_by, case when about_pad_id is not null then jsonb_strip_nulls(jsonb_build_object(
        'pad_id', about_pad_id, 'section_id', about_section_id, 'flags_wrong', flags_wrong)) end as about,
      dispute, ${foldNow(sql)} as fold, locked.by_id is not null as locked, locked.by_id as locked_by, run,
      ${inMs(sql, sql`thread.updated_at`)} as updated_at
    from thread left join fold on fold.target_id = thread.id left join locked on locked.target_id = thread.id
    where thread.id = any(${ids}::text[])`)
