import type { FoldLevel, FoldReason } from '../../../src/rules/lists.ts'
import { recordFact } from '../../fact.ts'

/** The current fold of a post, thread or pad. */
export interface FoldNow {
  readonly level: FoldLevel
  readonly reason: FoldReason
  readonly by_id?: string
  /** the thread that says the same */
  readonly duplicate_of?: string
}

export const folds = recordFact<string, FoldNow>({
  name: 'fold',
  read: (sql, targets) => sql`
    select target_id as key, level, reason, by_id, duplicate_of from fold where target_id = any(${targets}::text[])`,
})
