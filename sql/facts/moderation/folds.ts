import type { FoldLevel, FoldReason } from '../../../src/rules/closed_lists.ts'
import { factById } from '../../fact.ts'

/** The current fold of a post, thread or pad. */
export interface FoldNow {
  readonly level: FoldLevel
  readonly reason: FoldReason
  readonly by_id?: string
  /** the thread that says the same */
  readonly duplicate_of?: string
}

/** Since when the fold and the lock of a target stand, and why it is locked. */
export interface CoversSince {
  readonly folded_at?: Date
  readonly locked_at?: Date
  readonly lock_reason?: string
}

export const coversSince = factById.record<CoversSince>({
  name: 'covers_since',
  read: (sql, targets) => sql`
    select target.id as key, fold.at as folded_at, locked.at as locked_at, locked.reason as lock_reason
    from unnest(${targets}::text[]) target (id) left join fold on fold.target_id = target.id
    left join locked on locked.target_id = target.id`,
})

export const folds = factById.record<FoldNow>({
  name: 'fold',
  read: (sql, targets) => sql`
    select target_id as key, level, reason, by_id, duplicate_of from fold where target_id = any(${targets}::text[])`,
})
