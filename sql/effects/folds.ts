import type { FoldReason } from '../../src/rules/lists.ts'
import { effect } from '../effect.ts'
import { removeFrom } from '../table_effects.ts'

export interface FoldRow {
  /** thread, post or pad */
  readonly target_id: string
  readonly level: 'fold' | 'hide'
  readonly reason: FoldReason
  /** left out where a rule folded it */
  readonly by_id?: string
  readonly at: string
}

/** Folds or hides; a fold that stood is replaced. */
export const fold = effect<FoldRow>({
  name: 'fold.set',
  // after the post that is folded as it comes: the fold notes whose it is
  phase: 'update',
  key: ({ target_id }) => target_id,
  write: (sql, rows) => sql`
    insert into fold (target_id, level, reason, by_id, at)
    select * from unnest(${rows.map((row) => row.target_id)}::text[], ${rows.map((row) => row.level)}::text[],
      ${rows.map((row) => row.reason)}::text[], ${rows.map((row) => row.by_id ?? null)}::text[],
      ${rows.map((row) => row.at)}::timestamptz[])
    on conflict (target_id) do update set level = excluded.level, reason = excluded.reason, by_id = excluded.by_id,
      at = excluded.at`,
})

/** Takes a fold away. */
export const unfold = removeFrom<{ readonly target_id: string }>('fold', ['target_id'])
