import type { ToldWith, UndoStep } from '../../effects/moderation/undo_batches.ts'
import { fact, recordFact, valueFact } from '../../fact.ts'

export interface UndoBatch {
  readonly id: string
  readonly hub_id: string
  readonly act_id: string
  readonly participant_id: string
  readonly taken_back: boolean
}

export const undoBatches = recordFact<string, UndoBatch>({
  name: 'undo_batch',
  read: (sql, ids) => sql`
    select id as key, id, hub_id, act_id, participant_id, taken_back_at is not null as taken_back
    from undo_batch where id = any(${ids}::text[])`,
})

export interface GoingBatch extends ToldWith {
  readonly participant_id: string
  /** the step told last, from 0, and when (epoch milliseconds) */
  readonly step: number
  readonly step_at: number
  /** the step has been told a second time */
  readonly retold: boolean
}

/** Progress of a batch that is neither finished nor taken back. */
export const goingBatches = fact<string, GoingBatch>({
  name: 'undo_batch.going',
  id: (id) => id,
  load: async (sql, ids) => {
    const rows = await sql<
      (Omit<GoingBatch, 'step_at' | keyof ToldWith> & { id: string; step_at: Date; told_with: ToldWith })[]
    >`
      select id, participant_id, step, step_at, retold, told_with from undo_batch
      where id = any(${ids as string[]}::text[]) and step_at is not null and ended_at is null and taken_back_at is null`
    return new Map(
      rows.map(({ id, step_at, told_with, ...row }) => [id, { ...row, ...told_with, step_at: step_at.getTime() }]),
    )
  },
})

interface StepKey {
  readonly batch_id: string
  /** from 0 */
  readonly n: number
}

/** A step of a batch; absent after the last one, and once the batch is taken back. */
export const undoSteps = valueFact<StepKey, UndoStep>({
  name: 'undo_batch.step',
  id: ({ batch_id, n }) => `${batch_id} ${n}`,
  read: (sql, keys) => sql`
    select batch_id || ' ' || n as key, steps -> n as value
    from unnest(${keys.map(({ batch_id }) => batch_id)}::text[], ${keys.map(({ n }) => n)}::int[]) as asked (batch_id, n)
    join undo_batch on id = batch_id and taken_back_at is null where steps -> n is not null`,
})
