import type { Dispute } from '../../../src/rules/lists.ts'
import { recordFact } from '../../fact.ts'

/** A thread's place and state, for a decision or fix on a pad that refers to it. */
export interface ThreadPlace {
  readonly id: string
  readonly hub_id: string
  readonly starter_id: string
  readonly starter_human_id?: string
  readonly status: 'open' | 'answered'
  readonly answer_id?: string
  readonly dispute?: Dispute
  /** folded or hidden */
  readonly folded: boolean
  readonly hidden: boolean
  readonly about_pad_id?: string
  readonly about_section_id?: string
  readonly flags_wrong: boolean
}

export const threadPlaces = recordFact<string, ThreadPlace>({
  name: 'thread.place',
  read: (sql, ids) => sql`
    select thread.id as key, thread.id, hub_id, starter_id, starter_human_id, status, answer_id, dispute,
      fold.target_id is not null as folded, coalesce(fold.level = 'hide', false) as hidden, about_pad_id, about_section_id, flags_wrong
    from thread left join fold on fold.target_id = thread.id
    where thread.id = any(${ids}::text[])`,
})
