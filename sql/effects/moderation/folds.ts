import type { FoldLevel, FoldReason } from '../../../src/rules/closed_lists.ts'
import { effect, removeFrom } from '../../effect.ts'

interface FoldRow {
  /** thread, post or pad */
  readonly target_id: string
  readonly level: FoldLevel
  readonly reason: FoldReason
  /** absent when a rule folded it */
  readonly by_id?: string
  /** the thread that says the same */
  readonly duplicate_of?: string
  readonly at: string
}

/** Folds or hides; replaces an existing fold. */
export const fold = effect<FoldRow>({
  name: 'fold.set',
  // updates run after inserts: a post may be folded as it is inserted, and a trigger copies its author into the fold
  phase: 'update',
  key: ({ target_id }) => target_id,
  write: (sql, rows) => sql`
    insert into fold (target_id, level, reason, by_id, duplicate_of, at)
    select * from unnest(${rows.map((row) => row.target_id)}::text[], ${rows.map((row) => row.level)}::text[],
      ${rows.map((row) => row.reason)}::text[], ${rows.map((row) => row.by_id ?? null)}::text[],
      ${rows.map((row) => row.duplicate_of ?? null)}::text[],
      ${rows.map((row) => row.at)}::timestamptz[])
    on conflict (target_id) do update set level = excluded.level, reason = excluded.reason, by_id = excluded.by_id,
      duplicate_of = excluded.duplicate_of, at = excluded.at`,
})

export const unfold = removeFrom<{ readonly target_id: string }>('fold', ['target_id'])
