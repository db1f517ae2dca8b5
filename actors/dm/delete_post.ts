import { unreadable } from '../../src/rules/errors.ts'
import { allow } from '../../src/rules/rights.ts'
import { deletePosts } from '../../sql/effects/thread/posts.ts'
import { postTexts } from '../../sql/facts/thread/posts.ts'
import { type By, message, type Outcome } from '../runtime/actor.ts'
import { advanced, checkVisible, type Dm, storing } from './state.ts'

interface DeletePost extends By {
  readonly post_id: string
}

/** Deletes the caller's own post, in a DM of any status: its number stays, its words are no longer shown. */
export const deletePost = message({
  afresh: true,
  needs: (_: Dm, { post_id }: DeletePost) => ({ post: postTexts.of(post_id) }),
  decide: (dm, { by, post_id }, { post }, { now, at }): Outcome<Dm, { post_id: string; dm_id: string }> => {
    checkVisible(dm, by, 'post')
    if (post?.thread_id !== dm.id || post.hidden) throw unreadable('post')
    allow('delete_post', { by, seat: 'member', dm: true, own: post.author_id === by.id })
    const reply = { post_id, dm_id: dm.id }
    if (post.deleted) return { reply }
    return storing(advanced(dm, {}, now), { reply, effects: [deletePosts({ id: post_id, deleted_at: at })] })
  },
})
