import type { InboxItem, Named } from '../../src/records/home/inbox_item.ts'
import type { Query, Sql } from '../client.ts'
import { effect, insertInto } from '../effect.ts'

interface InboxItemRow
  extends Named,
    Pick<InboxItem, 'seq' | 'kind' | 'class' | 'wakes' | 'from_id' | 'from_kind' | 'folded'> {
  readonly participant_id: string
  readonly at: string
  readonly note_of?: string
  readonly fold_key?: string
}

interface InboxMarks {
  readonly participant_id: string
  readonly last_seq: number
  readonly acked_seq: number
}

interface Acknowledged {
  readonly participant_id: string
  readonly seq: number
  readonly at: string
}

export const insertItems = insertInto<InboxItemRow>('inbox_item')

const acknowledge = (sql: Sql, rows: readonly Acknowledged[], covered: Query): Query => sql`
  update inbox_item set acked_at = acked.at, leased_until = null
  from unnest(${rows.map((row) => row.participant_id)}::text[], ${rows.map((row) => row.seq)}::bigint[],
    ${rows.map((row) => row.at)}::timestamptz[]) as acked (participant_id, seq, at)
  where inbox_item.participant_id = acked.participant_id and ${covered} and inbox_item.acked_at is null`

/** Acknowledges single items: one by one, or because they were folded into a newer one. */
export const acknowledgeItems = effect<Acknowledged>({
  name: 'inbox_item.acknowledge',
  phase: 'update',
  key: ({ participant_id, seq }) => `${participant_id} ${seq}`,
  write: (sql, rows) => acknowledge(sql, rows, sql`inbox_item.seq = acked.seq`),
})

export const acknowledgeUpTo = effect<Acknowledged>({
  name: 'inbox_item.acknowledge_up_to',
  phase: 'update',
  key: ({ participant_id }) => participant_id,
  write: (sql, rows) => acknowledge(sql, rows, sql`inbox_item.seq <= acked.seq`),
})

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
