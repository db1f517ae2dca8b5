import { effect } from '../effect.ts'

/** A reserved handle is its participant's from here on. */
export const settleHandles = effect<{ readonly handle: string; readonly participant_id: string; readonly at: string }>({
  name: 'handle.settle',
  phase: 'insert',
  key: ({ handle }) => handle,
  write: (sql, rows) => sql`
    insert into handle (handle, participant_id, since)
    select * from unnest(${rows.map(({ handle }) => handle)}::text[], ${rows.map((row) => row.participant_id)}::text[],
      ${rows.map(({ at }) => at)}::timestamptz[])
    on conflict (handle) do update set since = excluded.since, until = null, reserved_until = null
      where handle.participant_id = excluded.participant_id`,
})
