import { invalid, rateLimited, unreadable } from '../../src/rules/errors.ts'
import { pace, retrySeconds } from '../../src/rules/limits.ts'
import { isKeeper } from '../../src/rules/readable.ts'
import type { Said } from '../../src/text/said.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import { fold } from '../../sql/effects/folds.ts'
import { editPosts, keepPostTexts } from '../../sql/effects/posts.ts'
import { postTexts } from '../../sql/facts/posts.ts'
import { type By, message } from '../runtime/actor.ts'
import { foldReasonOf } from './fold.ts'
import { mayAct, readableBy, standingIn } from './place.ts'
import { advance, changed, type Thread, wakeOf } from './state.ts'

interface EditPost extends By {
  readonly post_id: string
  readonly body: Untrusted
  readonly said: Said
  /** SVC_PUBLIC_THREADS */
  readonly public_on: boolean
}

/** A new text of one's own post. It calls nobody: those named heard of the first one. */
export const editPost = message({
  // a second edit must see the text and the count of the first
  afresh: true,
  needs: (thread: Thread, { by, post_id }: EditPost) => ({
    standing: standingIn(thread, by),
    post: postTexts.of(post_id),
  }),
  decide: (thread: Thread, { by, post_id, body, said, public_on }: EditPost, { standing, post }, now) => {
    readableBy(thread, by, standing, public_on, 'post')
    if (!post || post.thread_id !== thread.id || (post.hidden && !isKeeper(standing))) throw unreadable('post')
    mayAct('edit_post', thread, by, standing, public_on, { own: post.author_id === by.id })
    if (post.deleted) throw invalid('target', 'The post is deleted and stays so. Post anew instead.')
    if (post.edits >= pace.editsToPost) {
      throw rateLimited('post_edits', `A post can be edited ${pace.editsToPost} times. Post anew instead.`, {
        retry_after_seconds: retrySeconds.waitingDoesNotHelp,
      })
    }
    const reason = foldReasonOf(said, by)
    const state = changed(thread, {}, now)
    const at = new Date(now).toISOString()
    const edits = post.edits + 1
    return {
      state,
      reply: {
        post_id,
        thread_id: thread.id,
        hub_id: thread.hub_id,
        version: state.version,
        edits,
        ...(reason && { folded: reason }),
      },
      effects: [
        keepPostTexts({ post_id, n: edits, body: post.body, at }),
        editPosts({ id: post_id, body, links: said.links, edits, at }),
        // a fold by owner or helper stands as it is
        ...(reason && !post.folded ? [fold({ target_id: post_id, level: 'fold', reason, at })] : []),
        advance(state),
      ],
      wake: wakeOf(state),
    }
  },
})
