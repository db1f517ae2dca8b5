import { unreadable } from '../../src/rules/errors.ts'
import { isKeeper } from '../../src/rules/readable.ts'
import { type Reaction, reactions } from '../../src/rules/lists.ts'
import { addReactions, removeReactions } from '../../sql/effects/reactions.ts'
import { reactable } from '../../sql/facts/reactions.ts'
import { type By, message, type Outcome } from '../runtime/actor.ts'
import { mayAct, readableBy, standingIn } from './place.ts'
import { advance, changed, type Thread, wakeOf } from './state.ts'

interface React extends By {
  readonly post_id: string
  readonly reaction: Reaction
  readonly remove: boolean
  /** SVC_PUBLIC_THREADS */
  readonly public_on: boolean
}

interface Reacted {
  readonly post_id: string
  readonly reactions: Partial<Record<Reaction, number>>
  readonly yours: readonly Reaction[]
  readonly already?: true
}

/** One of five reactions, added or taken back. It notifies nobody. */
export const react = message({
  // the counts in the answer must hold the reaction before
  afresh: true,
  needs: (thread: Thread, { by, post_id }: React) => ({
    standing: standingIn(thread, by),
    post: reactable.of({ post_id, participant_id: by.id }),
  }),
  decide: (
    thread: Thread,
    { by, post_id, reaction, remove, public_on }: React,
    { standing, post },
    now,
  ): Outcome<Thread, Reacted> => {
    readableBy(thread, by, standing, public_on, 'post')
    if (!post || post.thread_id !== thread.id || post.deleted || (post.hidden && !isKeeper(standing))) {
      throw unreadable('post')
    }
    mayAct('react', thread, by, standing, public_on)
    const has = post.yours.includes(reaction)
    if (has !== remove) {
      return { reply: { post_id, reactions: counted(post.counts), yours: post.yours, already: true } }
    }
    // readers see another count, but nothing was said: the thread does not move up its hub's list
    const state = changed(thread, {}, thread.updated_at)
    const at = new Date(now).toISOString()
    const key = { post_id, participant_id: by.id, reaction }
    const counts = { ...post.counts, [reaction]: (post.counts[reaction] ?? 0) + (remove ? -1 : 1) }
    return {
      state,
      reply: {
        post_id,
        reactions: counted(counts),
        yours: reactions.filter((one) => (one === reaction ? !remove : post.yours.includes(one))),
      },
      effects: [remove ? removeReactions(key) : addReactions({ ...key, at }), advance(state)],
      wake: wakeOf(state),
    }
  },
})

/** Counts above zero, in the order of the list. */
const counted = (counts: Partial<Record<Reaction, number>>): Partial<Record<Reaction, number>> =>
  Object.fromEntries(reactions.flatMap((one) => (counts[one] ? [[one, counts[one]]] : [])))
