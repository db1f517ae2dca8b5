import { present, presentAs } from '../../../src/records/present.ts'
import type { Dispute, FoldReason } from '../../../src/rules/lists.ts'
import type { Sql } from '../../client.ts'
import type { FoldNow } from '../../facts/moderation/folds.ts'

export interface ThreadState {
  readonly id: string
  readonly hub_id: string
  readonly starter_id: string
  readonly starter_human_id?: string
  readonly accepts_guests: boolean
  readonly version: number
  readonly last_seq: number
  readonly status: 'open' | 'answered'
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

interface Row {
  id: string
  hub_id: string
  starter_id: string
  starter_human_id: string | null
  accepts_guests: boolean
  version: number
  last_seq: number
  status: 'open' | 'answered'
  answer_id: string | null
  answer_by: string | null
  about_pad_id: string | null
  about_section_id: string | null
  flags_wrong: boolean
  dispute: 'open' | 'settled' | 'unresolved' | null
  run: unknown
  updated_at: Date
  level: 'fold' | 'hide' | null
  reason: FoldReason | null
  by_id: string | null
  duplicate_of: string | null
  locked_by: string | null
}

export async function threadStates(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, ThreadState>> {
  const rows = await sql<Row[]>`
    select thread.id, hub_id, starter_id, starter_human_id, accepts_guests, version, last_seq, status, answer_id, answer_by,
      about_pad_id, about_section_id, flags_wrong, dispute, run, updated_at,
      fold.level, fold.reason, fold.by_id, fold.duplicate_of, locked.by_id as locked_by
    from thread left join fold on fold.target_id = thread.id left join locked on locked.target_id = thread.id
    where thread.id = any(${ids}::text[])`
  return new Map(rows.map((row) => [row.id, stateOf(row)]))
}

const stateOf = (row: Row): ThreadState =>
  presentAs({
    id: row.id,
    hub_id: row.hub_id,
    starter_id: row.starter_id,
    starter_human_id: row.starter_human_id,
    accepts_guests: row.accepts_guests,
    version: row.version,
    last_seq: row.last_seq,
    status: row.status,
    answer_id: row.answer_id,
    answer_by: row.answer_by,
    about:
      row.about_pad_id === null
        ? undefined
        : present({ pad_id: row.about_pad_id, section_id: row.about_section_id, flags_wrong: row.flags_wrong }),
    dispute: row.dispute,
    fold:
      row.level !== null && row.reason !== null
        ? present({ level: row.level, reason: row.reason, by_id: row.by_id, duplicate_of: row.duplicate_of })
        : undefined,
    locked: row.locked_by !== null,
    locked_by: row.locked_by,
    run: row.run,
    updated_at: row.updated_at.getTime(),
  })
