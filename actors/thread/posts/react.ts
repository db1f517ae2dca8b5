import { unreadable } from '../../../src/rules/errors.ts'
import { isKeeper } from '../../../src/rules/may_read/readable.ts'
import { ownerActed } from '../../../sql/effects/hub/hubs.ts'
import { reactable } from '../../../sql/facts/thread/reactions.ts'
import { message, type Outcome } from '../../runtime/actor.ts'
import { mayAct, readableBy, standingIn } from '../access.ts'
import { afterReaction, type Reacted, type Reacting } from './reactions_after.ts'
import { advanced, storing, type Thread } from '../state.ts'

/** Adds or removes one of five reactions. Notifies no one. */
export const react = message({
  // the counts in the reply must include the reaction before
  afresh: true,
  needs: (thread: Thread, { by, post_id }: Reacting) => ({
    standing: standingIn(thread, by),
    post: reactable.of({ post_id, participant_id: by.id }),
  }),
  decide: (thread, args, { standing, post }, { now, public_on }): Outcome<Thread, Reacted> => {
    const { by } = args
    const access = readableBy(thread, by, standing, public_on, 'post')
    if (post?.thread_id !== thread.id || post.deleted || (post.hidden && !isKeeper(access.standing))) {
      throw unreadable('post')
    }
    mayAct('react', thread, access)
    const { reply, effect } = afterReaction(post, args, now)
    if (!effect) return { reply }
    // readers see another count, but nothing was said: the thread does not move up in its hub's list
    const state = advanced(thread, {}, thread.updated_at)
    return storing(state, { reply, effects: [effect, ...ownerActed(access.standing.hub_seat, thread.hub_id, now)] })
  },
})
