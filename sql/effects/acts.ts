import { type Untrusted, words } from '../../src/text/untrusted.ts'
import { effect } from '../effect.ts'

/** One line of a hub's moderation log. */
export interface ActRow {
  readonly id: string
  readonly hub_id: string
  readonly action: string
  readonly target_type: 'post' | 'thread' | 'pad' | 'participant' | 'hub'
  readonly target_id: string
  /** the thread or pad whose seat it was about */
  readonly scope_id?: string
  readonly by_id: string
  readonly at: string
  readonly reason?: string
  readonly note?: Untrusted
  readonly batch_id?: string
  readonly was?: string
  readonly duplicate_of?: string
}

export const insertActs = effect<ActRow>({
  name: 'act.insert',
  phase: 'insert',
  write: (sql, rows) => {
    const columns = rows.map(({ note, ...row }) => ({ ...row, ...(note === undefined ? {} : { note: words(note) }) }))
    return sql`
      insert into act select * from jsonb_populate_recordset(null::act, ${sql.json(columns as never)}::jsonb)`
  },
})

/** Marks a line as taken back by a later one. */
export const takeBackActs = effect<{ readonly id: string; readonly by_act: string }>({
  name: 'act.take_back',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update act set taken_back_by = back.by_act
    from unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.by_act)}::text[]) as back (id, by_act)
    where act.id = back.id`,
})
