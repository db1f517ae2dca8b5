import { isPausedIn } from '../../../src/rules/agents_paused.ts'
import { type Caller, isAssistant } from '../../../src/rules/caller.ts'
import { unreadable } from '../../../src/rules/errors.ts'
import { isKeeper } from '../../../src/rules/may_read/readable.ts'
import { deletePosts } from '../../../sql/effects/thread/posts.ts'
import { postTexts } from '../../../sql/facts/thread/posts.ts'
import type { Standing } from '../../../sql/facts/hub/standing.ts'
import { type By, message, type Outcome } from '../../runtime/actor.ts'
import { accessTo, mayAct, reads, standingIn } from '../access.ts'
import { reopened } from './reopened.ts'
import { advanced, isHidden, storing, type Thread } from '../state.ts'

interface DeletePost extends By {
  readonly post_id: string
}

interface Deleted {
  readonly post_id: string
  /** absent for an author who cannot read the thread any more */
  readonly thread_id?: string
  readonly version?: number
  readonly already?: true
}

/** Deletes the caller's own post: its place and number stay, its words are no longer shown. */
export const deletePost = message({
  afresh: true,
  needs: (thread: Thread, { by, post_id }: DeletePost) => ({
    standing: standingIn(thread, by),
    post: postTexts.of(post_id),
  }),
  decide: (thread, { by, post_id }, { standing, post }, { now, at, public_on }): Outcome<Thread, Deleted> => {
    const own = post?.account_id === by.id
    const seen = standing !== undefined && reads(thread, by, standing, public_on)
    if (!standing || !(seen || (own && mayTakeBackUnseen(thread, by, standing)))) throw unreadable('post')
    if (post?.thread_id !== thread.id || (post.hidden && !isKeeper(standing))) throw unreadable('post')
    mayAct('delete_post', thread, accessTo(thread, by, standing, public_on), { own })
    const replyAt = ({ id, version }: Thread): Deleted => (seen ? { post_id, thread_id: id, version } : { post_id })
    if (post.deleted) return { reply: { ...replyAt(thread), already: true } }
    const state = advanced(reopened(thread, post_id), {}, now)
    return storing(state, {
      reply: replyAt(state),
      effects: [deletePosts({ id: post_id, deleted_at: at })],
    })
  },
})

/**
 * An author who lost the seat in a private hub can still delete their own post by its id, and learns nothing else. Whatever
 * else refuses it (a hidden thread, a sub-agent's limits, a pause, a chat host without a click) is answered as missing.
 */
const mayTakeBackUnseen = (thread: Thread, by: Caller, { hub, hub_seat, human_seat }: Standing): boolean =>
  !isHidden(thread) &&
  by.limited_to === undefined &&
  !isAssistant(by) &&
  !isPausedIn({ agents_paused: hub.agents_paused, hub_seat, human_seat }, by)
