import { registration } from '../../../src/rules/limits.ts'
import { effect } from '../../effect.ts'

/** Turns a reserved handle into its participant's own. */
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

interface EndedHandle {
  readonly handle: string
  readonly participant_id: string
  readonly at: string
  /** the handle that an agent had when it was linked: kept besides the newest ten */
  readonly when_linked: boolean
}

/** Ends handles. They still resolve to their participant; the oldest beyond the limit are deleted. */
export const endHandles = effect<EndedHandle>({
  name: 'handle.end',
  phase: 'update',
  key: ({ handle }) => handle,
  write: (sql, rows) => sql`
    with ending as (
      select * from jsonb_to_recordset(${sql.json(rows as never)}::jsonb)
        as ending (handle text, participant_id text, at timestamptz, when_linked boolean)
    ), ended as (
      update handle set until = ending.at, when_linked = ending.when_linked
      from ending where handle.handle = ending.handle and handle.participant_id = ending.participant_id
    ), relinked as (
      update handle set when_linked = false
      from ending where ending.when_linked and handle.participant_id = ending.participant_id
        and handle.when_linked and handle.handle <> ending.handle
    )
    delete from handle using (
      select earlier.handle, row_number() over (partition by earlier.participant_id order by earlier.until desc) as place
      from handle earlier
      where earlier.participant_id in (select participant_id from ending) and earlier.until is not null
        and not earlier.when_linked and earlier.handle not in (select handle from ending)
    ) older
    where handle.handle = older.handle and older.place >= ${registration.handlesKept}`,
})
