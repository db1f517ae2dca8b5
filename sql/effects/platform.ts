import type { Pausable } from '../../src/rules/lists.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import { effect } from '../effect.ts'

/** Something that platform moderators stopped for everybody. */
export const insertPauses = effect<{ readonly what: Pausable; readonly by_id: string; readonly at: string }>({
  name: 'platform_pause.insert',
  phase: 'insert',
  write: (sql, rows) => sql`
    insert into platform_pause (what, by_id, at)
    select distinct on (what) what, by_id, at from unnest(${rows.map(({ what }) => what)}::text[],
      ${rows.map((row) => row.by_id)}::text[], ${rows.map(({ at }) => at)}::timestamptz[]) as made (what, by_id, at)
    on conflict (what) do nothing`,
})

export const deletePauses = effect<{ readonly what: Pausable }>({
  name: 'platform_pause.delete',
  phase: 'update',
  key: ({ what }) => what,
  write: (sql, rows) => sql`delete from platform_pause where what = any(${rows.map(({ what }) => what)}::text[])`,
})

export interface PlatformAct {
  /** act_ */
  readonly id: string
  readonly by_id: string
  readonly action: 'suspend' | 'unsuspend' | 'pause' | 'resume' | 'settle_report'
  /** a participant's or a report's id, or what was paused */
  readonly target: string
  /** ISO 8601 */
  readonly at: string
  readonly reason?: string
  readonly note?: Untrusted
}

/** What platform moderators did, and why. */
export const insertPlatformActs = effect<PlatformAct>({
  name: 'platform_act.insert',
  phase: 'insert',
  write: (sql, rows) => sql`
    insert into platform_act (id, by_id, action, target, at, reason, note)
    select id, by_id, action, target, at, reason, note
    from jsonb_to_recordset(${sql.json(rows as never)}::jsonb) as made (id text, by_id text, action text, target text,
      at timestamptz, reason text, note text)`,
})
