import type { FoldLevel, FoldReason } from '../../../src/rules/lists.ts'
import { fact } from '../../fact.ts'
import { recordsByKey } from '../../records.ts'

/** The current fold of a post, thread or pad. */
export interface FoldNow {
  readonly level: FoldLevel
  readonly reason: FoldReason
  readonly by_id?: string
}

export const folds = fact<string, FoldNow>({
  name: 'fold',
  id: (target) => target,
  load: (sql, targets) =>
    recordsByKey<FoldNow>(sql`
      select target_id as key, level, reason, by_id from fold where target_id = any(${targets as string[]}::text[])`),
})
