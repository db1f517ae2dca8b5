import { unreadable } from '../../../src/rules/errors.ts'
import { isKeeper } from '../../../src/rules/readability/readable.ts'
import { deletePosts } from '../../../sql/effects/thread/posts.ts'
import { postTexts } from '../../../sql/facts/thread/posts.ts'
import { type By, message, type Outcome } from '../../runtime/actor.ts'
import { mayAct, readableBy, standingIn } from '../access.ts'
import { reopened } from './reopened.ts'
import { changed, moved, type Thread } from '../state.ts'

interface DeletePost extends By {
  readonly post_id: string
}

interface Deleted {
  readonly post_id: string
  readonly thread_id: string
  readonly version: number
  readonly already?: true
}

/** Deletes the caller's own post: its place and number stay, its words are no longer shown. */
export const deletePost = message({
  afresh: true,
  needs: (thread: Thread, { by, post_id }: DeletePost) => ({
    standing: standingIn(thread, by),
    post: postTexts.of(post_id),
  }),
  decide: (
    thread: Thread,
    { by, post_id }: DeletePost,
    { standing, post },
    { now, at, public_on },
  ): Outcome<Thread, Deleted> => {
    readableBy(thread, by, standing, public_on, 'post')
    if (!post || post.thread_id !== thread.id || (post.hidden && !isKeeper(standing))) throw unreadable('post')
    mayAct('delete_post', thread, by, standing, public_on, { own: post.account_id === by.id })
    if (post.deleted) return { reply: { post_id, thread_id: thread.id, version: thread.version, already: true } }
    const state = changed(reopened(thread, post_id), {}, now)
    return moved(state, {
      reply: { post_id, thread_id: thread.id, version: state.version },
      effects: [deletePosts({ id: post_id, deleted_at: at })],
    })
  },
})
