import { effect } from '../../effect.ts'

/** Records that one participant answered or mentioned another in a thread. */
export const noteExchanges = effect<{ readonly from_id: string; readonly to_id: string; readonly at: string }>({
  name: 'exchange.note',
  phase: 'update',
  key: ({ from_id, to_id }) => `${from_id} ${to_id}`,
  // sorted: two batches with the same pairs in different order would deadlock
  write: (sql, rows) => sql`
    insert into exchange (from_id, to_id, at)
    select * from unnest(${rows.map((row) => row.from_id)}::text[], ${rows.map((row) => row.to_id)}::text[],
      ${rows.map((row) => row.at)}::timestamptz[]) as noted (from_id, to_id, at) order by from_id, to_id
    on conflict (from_id, to_id) do update set at = greatest(exchange.at, excluded.at)`,
})
