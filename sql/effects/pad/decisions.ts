import type { DecisionStatus } from '../../../src/rules/closed_lists.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { effect, insertInto, updateOf } from '../../effect.ts'
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

interface DecisionAnswer {
  readonly id: string
  readonly status: Exclude<DecisionStatus, 'proposed'>
  readonly superseded_by?: string
  /** of a superseded one: it was a proposal, of which another option was chosen */
  readonly never_accepted?: boolean
  readonly answered_by: string
  readonly answered_at: string
  readonly answer_note?: Untrusted
}

/**
 * Restores the decisions that these withdrawn ones superseded: one that was never accepted becomes a proposal again. One that
 * `answerDecisions` withdraws in the same batch is no longer superseded, and stays so: that is written before.
 */
export const restoreSuperseded = effect<{ readonly id: string }>({
  name: 'decision.restore_superseded',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update decision set superseded_by = null, answered_by = null, answered_at = null, never_accepted = null,
      status = case when never_accepted then 'proposed' else 'decided' end
    where status = 'superseded' and superseded_by = any(${rows.map(({ id }) => id)}::text[])
      and pad_id in (select pad_id from decision where id = any(${rows.map(({ id }) => id)}::text[]))`,
})

export const answerDecisions = updateOf<DecisionAnswer>('decision.answer', {
  set: ['status', 'superseded_by', 'never_accepted', 'answered_by', 'answered_at', 'answer_note'],
})
