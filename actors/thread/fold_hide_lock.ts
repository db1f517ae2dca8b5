import { unreadable } from '../../src/rules/errors.ts'
import { isKeeper } from '../../src/rules/may_read/readable.ts'
import { folds } from '../../sql/facts/moderation/folds.ts'
import { parents } from '../../sql/facts/thread/posts.ts'
import { present } from '../../src/records/present.ts'
import { cover as decideCover, neededToCover } from '../moderation/covering/cover.ts'
import type { Covering, CoverOutcome } from '../moderation/covering/covered.ts'
import type { ModerationReply } from '../moderation/log.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import { readableBy, standingIn } from './access.ts'
import { reopened } from './posts/reopened.ts'
import { advanced, storing, type Thread } from './state.ts'

interface Cover extends Covering {
  /** a post of the thread; absent: the thread itself */
  readonly post_id?: string
}

/** Folds, hides or locks the thread or one of its posts, or reverses that. */
export const cover = message({
  afresh: true,
  needs: (thread: Thread, call: Cover) => ({
    standing: standingIn(thread, call.by),
    post: parents.maybe(call.post_id),
    fold: folds.maybe(call.post_id),
    ...neededToCover(thread.hub_id, call.post_id ?? thread.id, call),
  }),
  decide: (thread, call, { standing, post, fold, ...facts }, world): Outcome<Thread, ModerationReply> => {
    const { now, public_on } = world
    const { by, post_id } = call
    const access = readableBy(thread, by, standing, public_on)
    const place = { id: thread.id, hub_id: thread.hub_id }
    if (post_id === undefined) {
      const locked = thread.locked ? present({ by_id: thread.locked_by }) : undefined
      const target = {
        ...place,
        type: 'thread',
        author_id: thread.starter_id,
        ...present({ fold: thread.fold, locked }),
      } as const
      const made = decideCover(target, call, access, facts, world)
      return covered(thread, made, (next) => withCover(thread, next), now)
    }
    if (post?.thread_id !== thread.id || (fold?.level === 'hide' && !isKeeper(access.standing)))
      throw unreadable('post')
    const target = { ...place, type: 'post', id: post_id, author_id: post.author_id, ...present({ fold }) } as const
    const made = decideCover(target, call, { ...access, asked: { ...access.asked, maker: undefined } }, facts, world)
    const inThread = { ...made, reply: { ...made.reply, thread_id: thread.id } }
    return covered(thread, inThread, ({ fold }) => (fold?.level === 'hide' ? reopened(thread, post_id) : thread), now)
  },
})

type Next = NonNullable<CoverOutcome['next']>

/** The thread after the act, advanced where something changed. */
function covered(
  thread: Thread,
  { reply, effects, tell, next }: CoverOutcome,
  after: (next: Next) => Thread,
  now: number,
): Outcome<Thread, ModerationReply> {
  if (!next) return { reply: { ...reply, version: thread.version }, effects }
  const state = advanced(after(next), {}, now)
  return storing(state, { reply: { ...reply, version: state.version }, effects, tell })
}

/** The thread with another fold or lock; whether it is answered does not change. */
export function withCover(thread: Thread, { fold, locked }: Next): Thread {
  const { fold: _, locked: __, locked_by: ___, ...rest } = thread
  return { ...rest, locked: locked !== undefined, ...present({ fold, locked_by: locked?.by_id }) }
}

/** The lock that stays where only the fold changes. */
export const lockOf = ({ locked, locked_by }: Thread) => (locked ? { locked: { by_id: locked_by ?? '' } } : {})
