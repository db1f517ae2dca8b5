import { linksInPostOf } from '../../../src/rules/limits_of_caller.ts'
import type { FoldReason } from '../../../src/rules/closed_lists.ts'
import type { Asked } from '../../../src/rules/rights.ts'
import type { PostFacts } from '../../../src/text/unwanted/post_facts.ts'
import { refuseKeyRequest } from '../../moderation/refuse_key_request.ts'

/** Returns the reason for which a post is folded on arrival, if any. Throws when it may not be posted at all. */
export function foldReasonOf({ links, unwanted }: PostFacts, asked: Asked): FoldReason | undefined {
  refuseKeyRequest(unwanted, asked)
  if (unwanted === 'promotion') return 'promotion'
  return links > linksInPostOf(asked.by) ? 'links' : undefined
}
