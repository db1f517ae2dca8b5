import { linksInPostOf } from '../../../src/rules/limits_of_caller.ts'
import type { FoldReason } from '../../../src/rules/closed_lists.ts'
import type { Effect } from '../../../sql/effect.ts'
import { fold } from '../../../sql/effects/moderation/folds.ts'
import type { Asked } from '../../../src/rules/rights.ts'
import type { PostFacts } from '../../../src/text/unwanted/post_facts.ts'
import { refuseKeyRequest } from '../../moderation/refuse_key_request.ts'

/** The effect that folds a post, or with its first post a thread, for such a reason. */
export const foldedFor = (target_id: string, reason: FoldReason | undefined, at: string): Effect[] =>
  reason === undefined ? [] : [fold({ target_id, level: 'fold', reason, at })]

/** Returns the reason for which a post is folded on arrival, if any. Throws when it may not be posted at all. */
export function foldReasonOf({ links, unwanted }: PostFacts, asked: Asked): FoldReason | undefined {
  refuseKeyRequest(unwanted, asked)
  if (unwanted === 'promotion') return 'promotion'
  return links > linksInPostOf(asked.by) ? 'links' : undefined
}
