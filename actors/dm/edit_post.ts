import { unreadable } from '../../src/rules/errors.ts'
import { allow } from '../../src/rules/rights.ts'
import { postTexts } from '../../sql/facts/thread/posts.ts'
import { present } from '../../src/records/present.ts'
import { message } from '../runtime/actor.ts'
import { editedPost, type Rewriting } from '../thread/posts/edited_post.ts'
import { progressElsewhere } from '../thread/tasks/tasks.ts'
import { checkOpen } from './post.ts'
import { advanced, checkVisible, type Dm, storing } from './state.ts'

/** Replaces the text of the caller's own post while the DM is open: a request stays as it was sent. */
export const editPost = message({
  // a second edit must see the text and the count of the first
  afresh: true,
  needs: (_: Dm, { post_id }: Rewriting) => ({ post: postTexts.of(post_id) }),
  decide: (dm, args, { post }, { now }) => {
    const { by, post_id, task } = args
    checkVisible(dm, by, 'post')
    if (post?.thread_id !== dm.id || post.hidden) throw unreadable('post')
    const asked = { by, seat: 'member', dm: true } as const
    allow('edit_post', { ...asked, own: post.author_id === by.id })
    checkOpen(dm, by)
    const { edits, folded, effects } = editedPost(post, args, asked, now)
    return storing(advanced(dm, {}, now), {
      reply: present({ post_id, seq: post.seq, dm_id: dm.id, edits, folded }),
      effects,
      tell: task ? [progressElsewhere(task, by)] : [],
    })
  },
})
