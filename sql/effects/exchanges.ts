import { effect } from '../effect.ts'

/** Somebody answered or named somebody else in a thread. */
export const noteExchanges = effect<{ readonly from_id: string; readonly to_id: string; readonly at: string }>({
  name: 'exchange.note',
  phase: 'update',
  key: ({ from_id, to_id }) => `${from_id} ${to_id}`,
  // one order for all writers: two batches with the same pairs would lock each other out
  write: (sql, rows) => sql`
    insert into exchange (from_id, to_id, at)
    select * from unnest(${rows.map((row) => row.from_id)}::text[], ${rows.map((row) => row.to_id)}::text[],
      ${rows.map((row) => row.at)}::timestamptz[]) as noted (from_id, to_id, at) order by from_id, to_id
    on conflict (from_id, to_id) do update set at = greatest(exchange.at, excluded.at)`,
})
