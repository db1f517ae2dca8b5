import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { Query, Sql } from '../../client.ts'
import { effect, insertInto } from '../../effect.ts'
import type { ThreadState } from '../../reads/thread/thread_states.ts'
import type { Stored } from '../../stored.ts'

/** What writes to a thread change in its row: of one batch only the last value is written. */
export type WrittenThread = Pick<
  Stored<ThreadState>,
  'id' | 'version' | 'last_seq' | 'status' | 'answer_id' | 'answer_by' | 'dispute' | 'run' | 'updated_at'
>

interface ThreadRow
  extends WrittenThread,
    Pick<ThreadState, 'hub_id' | 'starter_id' | 'starter_human_id' | 'accepts_guests'> {
  readonly title: Untrusted
  readonly about_pad_id?: string
  readonly about_section_id?: string
  readonly flags_wrong: boolean
  readonly source?: Untrusted
  readonly created_at: string
}

export const insertThreads = insertInto<ThreadRow>('thread')

export const advanceThreads = effect<WrittenThread>({
  name: 'thread.advance',
  phase: 'update',
  key: ({ id }) => id,
  apart: true,
  write: (sql, rows) => (rows.length === 1 ? advanceOne(sql, rows[0] as WrittenThread) : advanceSeveral(sql, rows)),
})

/**
 * A lone write has a caller waiting, and a busy thread's batch has just this row: half the cost of the general one.
 */
const advanceOne = (sql: Sql, { id, run, ...next }: WrittenThread): Query => sql`
  update thread set version = ${next.version}, last_seq = ${next.last_seq}, status = ${next.status},
    answer_id = ${next.answer_id ?? null}, answer_by = ${next.answer_by ?? null}, dispute = ${next.dispute ?? null},
    updated_at = ${next.updated_at}, run = ${run === undefined ? null : JSON.stringify(run)}::text::jsonb
  where id = ${id}`

const advanceSeveral = (sql: Sql, rows: readonly WrittenThread[]): Query => sql`
  update thread set version = next.version, last_seq = next.last_seq, status = next.status,
    answer_id = next.answer_id, answer_by = next.answer_by, dispute = next.dispute, updated_at = next.updated_at, run = next.run::jsonb
  from unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.version)}::int[],
    ${rows.map((row) => row.last_seq)}::int[], ${rows.map((row) => row.status)}::text[],
    ${rows.map((row) => row.answer_id ?? null)}::text[], ${rows.map((row) => row.answer_by ?? null)}::text[],
    ${rows.map((row) => row.dispute ?? null)}::text[], ${rows.map((row) => row.updated_at)}::timestamptz[],
    ${rows.map((row) => (row.run === undefined ? null : JSON.stringify(row.run)))}::text[])
    as next (id, version, last_seq, status, answer_id, answer_by, dispute, updated_at, run)
  where thread.id = next.id`
