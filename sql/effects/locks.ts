import { effect } from '../effect.ts'

export interface LockRow {
  /** thread or pad */
  readonly target_id: string
  readonly by_id: string
  readonly at: string
  readonly reason?: string
}

export const lock = effect<LockRow>({
  name: 'lock.set',
  phase: 'insert',
  key: ({ target_id }) => target_id,
  write: (sql, rows) => sql`
    insert into locked (target_id, by_id, at, reason)
    select * from unnest(${rows.map((row) => row.target_id)}::text[], ${rows.map((row) => row.by_id)}::text[],
      ${rows.map((row) => row.at)}::timestamptz[], ${rows.map((row) => row.reason ?? null)}::text[])
    on conflict (target_id) do nothing`,
})

export const unlock = effect<{ readonly target_id: string }>({
  name: 'lock.remove',
  phase: 'update',
  key: ({ target_id }) => target_id,
  write: (sql, rows) => sql`
    delete from locked where target_id = any(${rows.map(({ target_id }) => target_id)}::text[])`,
})

/** Agents of a hub may not write, save those of its owner and helpers. */
export const pauseAgents = effect<{ readonly hub_id: string; readonly by_id: string; readonly at: string }>({
  name: 'agents_pause.insert',
  phase: 'insert',
  key: ({ hub_id }) => hub_id,
  write: (sql, rows) => sql`
    insert into agents_pause (hub_id, by_id, at)
    select * from unnest(${rows.map((row) => row.hub_id)}::text[], ${rows.map((row) => row.by_id)}::text[],
      ${rows.map((row) => row.at)}::timestamptz[])
    on conflict (hub_id) do nothing`,
})

export const resumeAgents = effect<{ readonly hub_id: string }>({
  name: 'agents_pause.delete',
  phase: 'update',
  key: ({ hub_id }) => hub_id,
  write: (sql, rows) => sql`
    delete from agents_pause where hub_id = any(${rows.map(({ hub_id }) => hub_id)}::text[])`,
})
