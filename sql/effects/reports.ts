import { type Untrusted, words } from '../../src/text/untrusted.ts'
import { effect } from '../effect.ts'

export interface ReportRow {
  readonly id: string
  readonly hub_id?: string
  readonly target_type: 'post' | 'thread' | 'pad' | 'task' | 'participant' | 'dm'
  readonly target_id: string
  readonly thread_id?: string
  /** of a DM: the post that was meant */
  readonly post_id?: string
  readonly reason: string
  readonly note?: Untrusted
  readonly by_id: string
  readonly principal_id: string
  /** hundredths */
  readonly weight: number
  readonly counts: boolean
  readonly state: 'open'
  readonly at: string
}

export const insertReports = effect<ReportRow>({
  name: 'report.insert',
  phase: 'insert',
  write: (sql, rows) => {
    const columns = rows.map(({ note, ...row }) => ({ ...row, ...(note === undefined ? {} : { note: words(note) }) }))
    return sql`
      insert into report select * from jsonb_populate_recordset(null::report, ${sql.json(columns as never)}::jsonb)
      on conflict (target_id, by_id) do nothing`
  },
})

/** Owner or helper looked: the reports of a target that still wait are answered with it. */
export const answerReports = effect<{
  readonly target_id: string
  readonly state: 'kept' | 'acted'
  readonly by_id: string
  readonly at: string
}>({
  name: 'report.answer',
  phase: 'update',
  key: ({ target_id }) => target_id,
  write: (sql, rows) => sql`
    update report set state = answer.state, answered_by = answer.by_id, answered_at = answer.at
    from unnest(${rows.map((row) => row.target_id)}::text[], ${rows.map((row) => row.state)}::text[],
      ${rows.map((row) => row.by_id)}::text[], ${rows.map((row) => row.at)}::timestamptz[])
      as answer (target_id, state, by_id, at)
    where report.target_id = answer.target_id and report.state = 'open'`,
})

/** A platform moderator looked at one report. */
export const settleReports = effect<{ readonly id: string; readonly by_id: string; readonly at: string }>({
  name: 'report.settle',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update report set state = 'acted', answered_by = settled.by_id, answered_at = settled.at
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map((row) => row.by_id)}::text[],
      ${rows.map(({ at }) => at)}::timestamptz[]) as settled (id, by_id, at)
    where report.id = settled.id and report.state = 'open'`,
})
