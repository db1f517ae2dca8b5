import type { Caller } from '../../../src/rules/caller.ts'
import type { Dispute, FoldReason } from '../../../src/rules/closed_lists.ts'
import { effect, insertInto, updateOf } from '../../effect.ts'

/** The stages in which a batch takes back what a participant did, in order. */
export type Stage = 'posts' | 'threads' | 'tasks' | 'pads'

/** A thread or pad of a batch, and the range of the work within it. */
export interface UndoPlace {
  readonly id: string
  readonly tasks?: readonly string[]
  /** seqs of the first and last post to hide */
  readonly first?: number
  readonly last?: number
}

/** Places of a batch whose actors are told together. */
export interface UndoStep {
  readonly stage: Stage
  readonly places: readonly UndoPlace[]
  /** has so much work that the next step waits until this one is done */
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
  /** sent with every step */
  readonly told_with: ToldWith
}

export interface ToldWith {
  readonly by: Caller
  readonly reason: FoldReason
  /** limits the batch to what was done in between, ISO 8601 */
  readonly since?: string | undefined
  readonly until?: string | undefined
  /** limits the batch to these connections (grant or credential ids) */
  readonly keys?: readonly string[] | undefined
}

export const insertUndoBatches = insertInto<UndoBatchRow>('undo_batch')

/** Records the step that was last told. */
export const advanceUndoBatches = updateOf<{
  readonly id: string
  readonly step: number
  readonly step_at: string
  readonly retold: boolean
}>('undo_batch.advance', { set: ['step', 'step_at', 'retold'] })

export const endUndoBatches = updateOf<{ readonly id: string; readonly ended_at: string }>('undo_batch.end', {
  set: ['ended_at'],
})

/** Stops a batch: it takes nothing further back. */
export const takeBackUndoBatches = updateOf<{ readonly id: string; readonly taken_back_at: string }>(
  'undo_batch.take_back',
  { set: ['taken_back_at'] },
)

export interface FoldBefore {
  readonly level: 'fold'
  readonly reason: FoldReason
  readonly by_id?: string
  readonly at: string
}

export interface DisputeBefore {
  readonly dispute: Dispute
  /** the thread was already folded: only its flag was settled */
  readonly was_folded?: true
}

/** The post was marked as its thread's answer, by whom. */
export interface AnswerBefore {
  readonly answer?: { readonly by?: string }
}

export interface UndoItemRow {
  readonly batch_id: string
  readonly id: string
  readonly kind: 'post' | 'thread' | 'edit' | 'suggestion' | 'decision' | 'task'
  readonly place_id: string
  /** also written to the changed row: while it stands there, nothing newer happened */
  readonly at: string
  /** the replaced fold; for a thread whose flag was settled with it, the dispute before; of an answer, the mark */
  readonly before?: (FoldBefore & AnswerBefore) | AnswerBefore | DisputeBefore
}

/** A batch's inserts run before its updates, so a task is recorded here in its earlier state. */
export const insertUndoItems = effect<UndoItemRow>({
  name: 'undo_item.insert',
  phase: 'insert',
  write: (sql, rows) => sql`
    insert into undo_item (batch_id, id, kind, place_id, at, before)
    select batch_id, item.id, kind, place_id, item.at, case when kind = 'task' then (
        select jsonb_strip_nulls(jsonb_build_object('state', state, 'assignee_id', assignee_id, 'n', n,
          'taken_at', extract(epoch from taken_at) * 1000, 'block_note', block_note))
        from task where task.id = item.id)
      else item.before end
    from jsonb_to_recordset(${sql.json(rows as never)}::jsonb) as item (batch_id text, id text, kind text, place_id text,
      at timestamptz, before jsonb)
    on conflict (batch_id, id) do nothing`,
})

/** Whether the item was restored when the batch was taken back. */
export const markUndoItems = updateOf<{
  readonly batch_id: string
  readonly id: string
  readonly back: 'restored' | 'kept'
}>('undo_item.mark', { key: ['batch_id', 'id'], set: ['back'] })

/** Makes an edit live again, or a suggestion open again, and removes its answer. */
export const reviveEdits = updateOf<{ readonly id: string; readonly status: 'live' | 'proposed' }>('edit.revive', {
  set: ['status'],
  also: 'undone_by = null, answered_by = null, answered_at = null, answer_note = null',
})

/**
 * Makes a withdrawn decision a proposal again. Batches of earlier releases withdrew what was decided as well, and say in
 * `before` what that was: it is so again, and what it had replaced is superseded again.
 */
export const reviveDecisions = effect<{ readonly id: string; readonly batch_id: string }>({
  name: 'decision.revive',
  phase: 'update',
  key: ({ id }) => id,
  // the earliest of those batches do not say what a decision had replaced, nor when
  write: (sql, rows) => sql`
    with back as (
      update decision set status = coalesce(item.before ->> 'status', 'proposed'),
        superseded_by = item.before ->> 'superseded_by', never_accepted = (item.before ->> 'never_accepted')::boolean,
        answered_by = item.before ->> 'answered_by', answered_at = (item.before ->> 'answered_at')::timestamptz,
        answer_note = item.before ->> 'answer_note'
      from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ batch_id }) => batch_id)}::text[])
        as asked (id, batch_id)
      join undo_item item on item.id = asked.id and item.batch_id = asked.batch_id
      where decision.id = asked.id
      returning decision.id, decision.status, coalesce(item.before -> 'replaced', jsonb_build_array(jsonb_build_object(
        'id', decision.supersedes, 'answered_by', decision.author_id,
        'answered_at', coalesce(decision.answered_at, decision.at)))) as replaced
    )
    update decision older set status = 'superseded', superseded_by = back.id,
      never_accepted = older.status = 'proposed',
      answered_by = replaced.answered_by, answered_at = replaced.answered_at
    from back, jsonb_to_recordset(back.replaced) as replaced (id text, answered_by text, answered_at timestamptz)
    where back.status in ('decided', 'superseded') and older.id = replaced.id
      and older.status in ('proposed', 'decided')`,
})
