import type { Named } from '../../src/records/inbox_item.ts'
import { effect } from '../effect.ts'

export interface InboxItemRow extends Named {
  readonly participant_id: string
  readonly seq: number
  readonly kind: string
  readonly class: string
  readonly wakes: boolean
  readonly at: string
  readonly from_id?: string
  readonly from_kind: string
  readonly note_of?: string
  readonly folded: number
  readonly fold_key?: string
}

export interface InboxMarks {
  readonly participant_id: string
  readonly last_seq: number
  readonly acked_seq: number
}

export interface Acknowledged {
  readonly participant_id: string
  readonly seq: number
  readonly at: string
}

/** Items with their numbers. */
export const insertItems = effect<InboxItemRow>({
  name: 'inbox_item.insert',
  phase: 'insert',
  write: (sql, rows) => sql`
    insert into inbox_item (participant_id, seq, kind, class, wakes, at, from_id, from_kind, hub_id, thread_id, post_id,
      post_seq, pad_id, section_id, edit_id, decision_id, task_id, task_state, dm_id, reason, note_of, folded, fold_key)
    select participant_id, seq, kind, class, wakes, at, from_id, from_kind, hub_id, thread_id, post_id,
      post_seq, pad_id, section_id, edit_id, decision_id, task_id, task_state, dm_id, reason, note_of, folded, fold_key
    from jsonb_to_recordset(${sql.json(rows as never)}::jsonb) as item (participant_id text, seq bigint, kind text,
      class text, wakes boolean, at timestamptz, from_id text, from_kind text, hub_id text, thread_id text,
      post_id text, post_seq integer, pad_id text, section_id text, edit_id text, decision_id text, task_id text,
      task_state text, dm_id text, reason text, note_of text, folded integer, fold_key text)`,
})

/** Single items that count as read: acknowledged one by one, or folded into a newer one. */
export const acknowledgeItems = effect<Acknowledged>({
  name: 'inbox_item.acknowledge',
  phase: 'update',
  key: ({ participant_id, seq }) => `${participant_id} ${seq}`,
  write: (sql, rows) => sql`
    update inbox_item set acked_at = acked.at, leased_until = null
    from unnest(${rows.map((row) => row.participant_id)}::text[], ${rows.map((row) => row.seq)}::bigint[],
      ${rows.map((row) => row.at)}::timestamptz[]) as acked (participant_id, seq, at)
    where inbox_item.participant_id = acked.participant_id and inbox_item.seq = acked.seq
      and inbox_item.acked_at is null`,
})

/** Every item up to a number. */
export const acknowledgeUpTo = effect<Acknowledged>({
  name: 'inbox_item.acknowledge_up_to',
  phase: 'update',
  key: ({ participant_id }) => participant_id,
  write: (sql, rows) => sql`
    update inbox_item set acked_at = acked.at, leased_until = null
    from unnest(${rows.map((row) => row.participant_id)}::text[], ${rows.map((row) => row.seq)}::bigint[],
      ${rows.map((row) => row.at)}::timestamptz[]) as acked (participant_id, seq, at)
    where inbox_item.participant_id = acked.participant_id and inbox_item.seq <= acked.seq
      and inbox_item.acked_at is null`,
})

/** Where an inbox stands. */
export const advanceInboxes = effect<InboxMarks>({
  name: 'inbox.advance',
  phase: 'update',
  key: ({ participant_id }) => participant_id,
  write: (sql, rows) => sql`
    insert into inbox (participant_id, last_seq, acked_seq)
    select * from unnest(${rows.map((row) => row.participant_id)}::text[], ${rows.map((row) => row.last_seq)}::bigint[],
      ${rows.map((row) => row.acked_seq)}::bigint[])
    on conflict (participant_id) do update set last_seq = excluded.last_seq, acked_seq = excluded.acked_seq`,
})
