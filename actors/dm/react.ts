import { unreadable } from '../../src/rules/errors.ts'
import { allow } from '../../src/rules/rights.ts'
import { reactable } from '../../sql/facts/thread/reactions.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import { afterReaction, type Reacted, type Reacting } from '../thread/posts/reactions_after.ts'
import { checkOpen } from './post.ts'
import { advanced, checkVisible, type Dm, storing } from './state.ts'

/** Adds or removes one of five reactions. */
export const react = message({
  // the counts in the reply must include the reaction before
  afresh: true,
  needs: (_: Dm, { by, post_id }: Reacting) => ({ post: reactable.of({ post_id, participant_id: by.id }) }),
  decide: (dm, args, { post }, { now }): Outcome<Dm, Reacted> => {
    const { by } = args
    checkVisible(dm, by, 'post')
    if (post?.thread_id !== dm.id || post.deleted || post.hidden) throw unreadable('post')
    allow('react', { by, seat: 'member' })
    checkOpen(dm, by)
    const { reply, effect } = afterReaction(post, args, now)
    if (!effect) return { reply }
    return storing(advanced(dm, {}), { reply, effects: [effect] })
  },
})
