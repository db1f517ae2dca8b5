import type { DecisionStatus } from '../../../src/rules/lists.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { effect } from '../../effect.ts'
import { insertInto, updateOf } from '../../table_effects.ts'
import { neverAccepted } from '../../reads/pad/never_accepted.ts'
import type { AuthorColumns } from './edits.ts'

export interface DecisionRow extends AuthorColumns {
  readonly id: string
  readonly pad_id: string
  readonly hub_id: string
  readonly section_id?: string
  readonly thread_id?: string
  readonly post_id?: string
  readonly status: DecisionStatus
  readonly text: Untrusted
  readonly reason?: Untrusted
  readonly options: readonly Untrusted[]
  /** the edit or suggestion submitted with it */
  readonly edit_id?: string
  readonly supersedes?: string
  readonly at: string
}

export const insertDecisions = insertInto<DecisionRow>('decision')

export interface DecisionAnswer {
  readonly id: string
  readonly status: Exclude<DecisionStatus, 'proposed'>
  readonly superseded_by?: string
  readonly answered_by: string
  readonly answered_at: string
  readonly answer_note?: Untrusted
}

/**
 * Restores the decisions that these withdrawn ones superseded. A proposal superseded because another of its options was
 * chosen had never been accepted, so it becomes a proposal again. Must be written after `answerDecisions`: a decision
 * that is withdrawn in the same transaction is no longer superseded and stays withdrawn.
 */
export const restoreSuperseded = effect<{ readonly id: string }>({
  name: 'decision.restore_superseded',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update decision older set superseded_by = null, answered_by = null, answered_at = null,
      status = case when ${neverAccepted(sql)} then 'proposed' else 'decided' end
    from decision newer
    where newer.id = older.superseded_by and older.status = 'superseded'
      and newer.id = any(${rows.map(({ id }) => id)}::text[])`,
})

export const answerDecisions = updateOf<DecisionAnswer>('decision.answer', {
  set: ['status', 'superseded_by', 'answered_by', 'answered_at', 'answer_note'],
})
