import type { Caller } from '../../src/rules/caller.ts'
import type { Dispute, FoldReason } from '../../src/rules/lists.ts'
import { effect } from '../effect.ts'
import { insertInto, updateOf } from '../table_effects.ts'

/** In this order a batch takes back what somebody did. */
export type Stage = 'posts' | 'threads' | 'tasks' | 'pads'

/** A thread or pad of a batch, and where in it the work lies. */
export interface UndoPlace {
  readonly id: string
  readonly tasks?: readonly string[]
  /** seqs of the first and the last post to hide */
  readonly first?: number
  readonly last?: number
}

/** Places of a batch that are told together. */
export interface UndoStep {
  readonly stage: Stage
  readonly places: readonly UndoPlace[]
  /** so much is to do there that the next step waits until it is done */
  readonly alone?: true
}

export interface UndoBatchRow {
  readonly id: string
  readonly hub_id: string
  readonly act_id: string
  readonly participant_id: string
  readonly linked: readonly string[]
  readonly by_id: string
  readonly at: string
  readonly planned: number
  readonly steps: readonly UndoStep[]
  readonly step: 0
  readonly step_at: string
  readonly retold: false
  /** what every step is told with */
  readonly told_with: ToldWith
}

export interface ToldWith {
  readonly by: Caller
  readonly reason: FoldReason
  /** only what was done in between, ISO 8601 */
  readonly since?: string | undefined
  readonly until?: string | undefined
  /** only what came by these connections */
  readonly keys?: readonly string[] | undefined
}

export const insertUndoBatches = insertInto<UndoBatchRow>('undo_batch')

/** The step it has come to. */
export const advanceUndoBatches = updateOf<{
  readonly id: string
  readonly step: number
  readonly step_at: string
  readonly retold: boolean
}>('undo_batch.advance', { set: ['step', 'step_at', 'retold'] })

/** Its last step was told. */
export const endUndoBatches = updateOf<{ readonly id: string; readonly ended_at: string }>('undo_batch.end', {
  set: ['ended_at'],
})

/** From here on nothing more of it is taken back. */
export const takeBackUndoBatches = updateOf<{ readonly id: string; readonly taken_back_at: string }>(
  'undo_batch.take_back',
  { set: ['taken_back_at'] },
)

/** The fold that a batch replaced. */
export interface FoldBefore {
  readonly level: 'fold'
  readonly reason: FoldReason
  readonly by_id?: string
  readonly at: string
}

export interface DisputeBefore {
  readonly dispute: Dispute
  /** the thread was folded already: only its flag went */
  readonly was_folded?: true
}

export interface UndoItemRow {
  readonly batch_id: string
  readonly id: string
  readonly kind: 'post' | 'thread' | 'edit' | 'suggestion' | 'decision' | 'task'
  readonly place_id: string
  /** the same as what it wrote carries: nothing newer happened where it still does */
  readonly at: string
  /** of a thread whose flag goes with it: how the dispute stood */
  readonly before?: FoldBefore | DisputeBefore
}

/** Inserts of a batch run before its updates, so a task or decision is noted here as it stood. */
export const insertUndoItems = effect<UndoItemRow>({
  name: 'undo_item.insert',
  phase: 'insert',
  write: (sql, rows) => sql`
    insert into undo_item (batch_id, id, kind, place_id, at, before)
    select batch_id, item.id, kind, place_id, item.at, case when kind = 'task' then (
        select jsonb_strip_nulls(jsonb_build_object('state', state, 'assignee_id', assignee_id, 'n', n,
          'taken_at', extract(epoch from taken_at) * 1000, 'block_note', block_note))
        from task where task.id = item.id)
      when kind = 'decision' then (
        select jsonb_strip_nulls(jsonb_build_object('status', status, 'superseded_by', superseded_by,
          'answered_by', answered_by, 'answered_at', answered_at, 'answer_note', answer_note))
        from decision where decision.id = item.id)
      else item.before end
    from jsonb_to_recordset(${sql.json(rows as never)}::jsonb) as item (batch_id text, id text, kind text, place_id text,
      at timestamptz, before jsonb)
    on conflict (batch_id, id) do nothing`,
})

/** What became of it when the batch was taken back. */
export const markUndoItems = updateOf<{
  readonly batch_id: string
  readonly id: string
  readonly back: 'restored' | 'kept'
}>('undo_item.mark', { key: ['batch_id', 'id'], set: ['back'] })

/** An edit is live again, a suggestion waits again, as if nobody had answered it. */
export const reviveEdits = updateOf<{ readonly id: string; readonly status: 'live' | 'proposed' }>('edit.revive', {
  set: ['status'],
  also: 'undone_by = null, answered_by = null, answered_at = null, answer_note = null',
})

/** A decision stands as it stood before a batch took it back, and what it took the place of stands no more. */
export const reviveDecisions = effect<{ readonly id: string; readonly batch_id: string }>({
  name: 'decision.revive',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    with back as (
      update decision set status = coalesce(item.before ->> 'status', 'proposed'),
        superseded_by = item.before ->> 'superseded_by',
        answered_by = item.before ->> 'answered_by', answered_at = (item.before ->> 'answered_at')::timestamptz,
        answer_note = item.before ->> 'answer_note'
      from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ batch_id }) => batch_id)}::text[])
        as asked (id, batch_id)
      join undo_item item on item.id = asked.id and item.batch_id = asked.batch_id
      where decision.id = asked.id
      returning decision.id, decision.supersedes, decision.author_id, decision.status
    )
    update decision older set status = 'superseded', superseded_by = back.id, answered_by = back.author_id
    from back where back.status in ('decided', 'superseded') and older.id = back.supersedes
      and older.status in ('proposed', 'decided')`,
})
