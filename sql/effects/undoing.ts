import { effect } from '../effect.ts'

export interface UndoBatchRow {
  readonly id: string
  readonly hub_id: string
  readonly act_id: string
  readonly participant_id: string
  readonly linked: readonly string[]
  readonly by_id: string
  readonly at: string
  readonly planned: number
}

export const insertUndoBatches = effect<UndoBatchRow>({
  name: 'undo_batch.insert',
  phase: 'insert',
  write: (sql, rows) => sql`
    insert into undo_batch select * from jsonb_populate_recordset(null::undo_batch, ${sql.json(rows as never)}::jsonb)`,
})

export const endUndoBatches = effect<{ readonly id: string; readonly at: string }>({
  name: 'undo_batch.end',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update undo_batch set taken_back_at = gone.at
    from unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.at)}::timestamptz[]) as gone (id, at)
    where undo_batch.id = gone.id`,
})

export interface UndoItemRow {
  readonly batch_id: string
  readonly id: string
  readonly kind: 'post' | 'thread' | 'edit' | 'suggestion' | 'decision' | 'task'
  readonly place_id: string
  readonly was?: string
}

export const insertUndoItems = effect<UndoItemRow>({
  name: 'undo_item.insert',
  phase: 'insert',
  write: (sql, rows) => sql`
    insert into undo_item select * from jsonb_populate_recordset(null::undo_item, ${sql.json(rows as never)}::jsonb)
    on conflict (batch_id, id) do nothing`,
})

/** What a batch took back on a pad stands as it did: its edits live, its suggestions and decisions proposed. */
export const reviveOnPads = effect<{ readonly batch_id: string; readonly pad_id: string; readonly edits: boolean }>({
  name: 'undo_item.revive',
  phase: 'update',
  write: (sql, rows) => sql`
    with back as (
      select item.id, item.kind, asked.edits = 1 as edits
      from unnest(${rows.map((row) => row.batch_id)}::text[], ${rows.map((row) => row.pad_id)}::text[],
        ${rows.map((row) => Number(row.edits))}::int[]) as asked (batch_id, pad_id, edits)
      join undo_item item on item.batch_id = asked.batch_id and item.place_id = asked.pad_id
    ), decided as (
      update decision set status = 'proposed', answered_by = null, answered_at = null
      from back where back.kind = 'decision' and decision.id = back.id
    )
    update edit set status = case when back.kind = 'edit' then 'live' else 'proposed' end, undone_by = null,
      answered_by = null, answered_at = null
    from back where edit.id = back.id and (back.kind = 'suggestion' or back.kind = 'edit' and back.edits)`,
})
