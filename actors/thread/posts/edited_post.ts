import { invalid, rateLimited } from '../../../src/rules/errors.ts'
import { pace, retrySeconds } from '../../../src/rules/limits.ts'
import type { FoldReason } from '../../../src/rules/closed_lists.ts'
import type { Asked } from '../../../src/rules/rights.ts'
import type { PostFacts } from '../../../src/text/unwanted/post_facts.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { Effect } from '../../../sql/effect.ts'
import { editPosts, keepPostTexts } from '../../../sql/effects/thread/posts.ts'
import type { PostText } from '../../../sql/facts/thread/posts.ts'
import { presentAs } from '../../../src/records/present.ts'
import type { By } from '../../runtime/actor.ts'
import type { ProgressOn } from '../tasks/tasks.ts'
import { foldedFor, foldReasonOf } from './fold_on_arrival.ts'
import { iso } from '../../../src/rules/units.ts'

export interface Rewriting extends By {
  readonly post_id: string
  readonly body: Untrusted
  readonly said: PostFacts
  /** the edit counts as progress on this task, when it is the caller's */
  readonly task?: ProgressOn
}

/** Replaces the text of a post; the earlier one is kept. */
export function editedPost(
  post: PostText,
  { post_id, body, said }: Rewriting,
  asked: Asked,
  now: number,
): { edits: number; folded?: FoldReason; effects: Effect[] } {
  if (post.deleted) throw invalid('target', 'The post is deleted and stays so. Post anew instead.')
  if (post.edits >= pace.editsToPost) {
    throw rateLimited('post_edits', `A post can be edited ${pace.editsToPost} times. Post anew instead.`, {
      retry_after_seconds: retrySeconds.waitingDoesNotHelp,
    })
  }
  const reason = foldReasonOf(said, asked)
  const at = iso(now)
  const edits = post.edits + 1
  return presentAs({
    edits,
    folded: reason,
    effects: [
      keepPostTexts({ post_id, n: edits, body: post.body, at }),
      editPosts({ id: post_id, body, links: said.links, edits, edited_at: at }),
      // a fold by owner or helper is not replaced
      ...(post.folded ? [] : foldedFor(post_id, reason, at)),
    ],
  })
}
