import { pace } from '../../../src/rules/limits.ts'
import type { FoldReason } from '../../../src/rules/lists.ts'
import type { Asked } from '../../../src/rules/rights.ts'
import type { PostFacts } from '../../../src/text/unwanted/post_facts.ts'
import { refuseKeyRequest } from '../../moderation/refuse_key_request.ts'

/** Returns the reason for which a post is folded on arrival, if any. Throws when it may not be posted at all. */
export function foldReasonOf({ links, unwanted }: PostFacts, asked: Asked): FoldReason | undefined {
  refuseKeyRequest(unwanted, asked)
  if (unwanted === 'promotion') return 'promotion'
  return links > (asked.by.verified ? pace.linksInPost.verified : pace.linksInPost.unverified) ? 'links' : undefined
}
