import type { ToldWith, UndoStep } from '../../effects/moderation/undo_batches.ts'
import { factBy, factById } from '../../fact.ts'
import { inMs } from '../../client.ts'

interface UndoBatch {
  readonly id: string
  readonly hub_id: string
  readonly act_id: string
  readonly participant_id: string
  readonly taken_back: boolean
}

export const undoBatches = factById.record<UndoBatch>({
  name: 'undo_batch',
  read: (sql, ids) => sql`
    select id as key, id, hub_id, act_id, participant_id, taken_back_at is not null as taken_back
    from undo_batch where id = any(${ids}::text[])`,
})

interface GoingBatch {
  readonly participant_id: string
  /** the step told last, from 0, and when (epoch milliseconds) */
  readonly step: number
  readonly step_at: number
  /** the step has been told a second time */
  readonly retold: boolean
  readonly told_with: ToldWith
}

/** Progress of a batch that is neither finished nor taken back. */
export const goingBatches = factById.record<GoingBatch>({
  name: 'undo_batch.going',
  read: (sql, ids) => sql`
    select id as key, participant_id, step, ${inMs(sql, 'step_at')} as step_at, retold, told_with from undo_batch
    where id = any(${ids}::text[]) and step_at is not null and ended_at is null and taken_back_at is null`,
})

/** Step `n` of a batch, counted from 0; absent after the last one, and once the batch is taken back. */
export const undoSteps = factBy({ batch_id: 'text', n: 'int' }).value<UndoStep>({
  name: 'undo_batch.step',
  read: (sql, asked) => sql`
    select asked.key, steps -> n as value from ${asked}
    join undo_batch on id = batch_id and taken_back_at is null where steps -> n is not null`,
})
