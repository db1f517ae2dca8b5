import type { Untrusted } from '../../../src/text/untrusted.ts'
import { insertInto, updateOf } from '../../effect.ts'
import type { ModeratedType } from '../../../src/rules/closed_lists.ts'

/** One line of a hub's moderation log. */
export interface ActRow {
  readonly id: string
  readonly hub_id: string
  readonly action: string
  readonly target_type: ModeratedType
  readonly target_id: string
  /** the thread or pad of the seat concerned */
  readonly scope_id?: string
  readonly by_id: string
  readonly at: string
  readonly reason?: string
  readonly note?: Untrusted
  readonly batch_id?: string
  readonly was?: string
  /** since when the holder had the role that it was */
  readonly was_since?: string
  readonly duplicate_of?: string
}

export const insertActs = insertInto<ActRow>('act')

/** Marks a line as reversed by a later one. */
export const takeBackActs = updateOf<{ readonly id: string; readonly taken_back_by: string }>('act.take_back', {
  set: ['taken_back_by'],
})
