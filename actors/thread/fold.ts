import type { Caller } from '../../src/rules/caller.ts'
import { pace } from '../../src/rules/limits.ts'
import type { FoldReason } from '../../src/rules/lists.ts'
import type { Said } from '../../src/text/post_facts.ts'
import { mayBeSaid } from '../moderation/asking_for_keys.ts'

/** Returns the reason for which a post is folded on arrival, if any. Throws when it may not be posted at all. */
export function foldReasonOf({ links, unwanted }: Said, by: Caller): FoldReason | undefined {
  mayBeSaid(unwanted, by)
  if (unwanted === 'promotion') return 'promotion'
  return links > (by.verified ? pace.linksInPost.verified : pace.linksInPost.unverified) ? 'links' : undefined
}
