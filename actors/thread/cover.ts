import { startedBy } from '../../src/rules/caller.ts'
import { unreadable } from '../../src/rules/errors.ts'
import { folds } from '../../sql/facts/moderation.ts'
import { parents } from '../../sql/facts/posts.ts'
import { present } from '../../src/records/present.ts'
import { cover as decideCover, type Covered, type Covering, neededToCover } from '../moderation/fold_hide_lock.ts'
import type { ModerationReply } from '../moderation/log.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import { readableBy, standingIn } from './access.ts'
import { reopened } from './reopened.ts'
import { advance, changed, type Thread, wakeOf } from './state.ts'

interface Cover extends Covering {
  /** a post of the thread; absent: the thread itself */
  readonly post_id?: string
}

/** Folds, hides or locks the thread or one of its posts, or reverses that. */
export const cover = message({
  afresh: true,
  needs: (thread: Thread, call: Cover) => ({
    standing: standingIn(thread, call.by),
    post: parents.ofAll(call.post_id === undefined ? [] : [call.post_id]),
    folds: folds.ofAll(call.post_id === undefined ? [] : [call.post_id]),
    ...neededToCover(call),
  }),
  decide: (
    thread: Thread,
    call: Cover,
    { standing, post, folds, ...facts },
    { now, public_on },
  ): Outcome<Thread, ModerationReply> => {
    const { by, post_id } = call
    readableBy(thread, by, standing, public_on)
    const asked = { by, seat: standing.hub_seat ?? standing.scope_seat, mode: standing.hub.mode }
    if (post_id === undefined) {
      const target: Covered = {
        type: 'thread',
        id: thread.id,
        hub_id: thread.hub_id,
        author_id: thread.starter_id,
        fold: thread.fold,
        ...present({
          locked: thread.locked ? (thread.locked_by === undefined ? {} : { by_id: thread.locked_by }) : undefined,
        }),
      }
      const made = decideCover(target, call, { ...asked, maker: startedBy(thread, by) }, standing, facts, now)
      if (!made.next) return { reply: { ...made.reply, version: thread.version }, effects: made.effects }
      const state = changed(withCover(thread, made.next), {}, now)
      return {
        state,
        reply: { ...made.reply, version: state.version },
        effects: [...made.effects, advance(state)],
        tell: made.tell,
        wake: wakeOf(state),
      }
    }
    const found = post.get(post_id)
    const folded = folds.get(post_id)
    const keeper = standing.hub_seat === 'owner' || standing.hub_seat === 'helper'
    if (found?.thread_id !== thread.id || (folded?.level === 'hide' && !keeper)) throw unreadable('post')
    const target: Covered = {
      type: 'post',
      id: post_id,
      hub_id: thread.hub_id,
      author_id: found.author_id,
      fold: folded,
    }
    const made = decideCover(target, call, asked, standing, facts, now)
    if (!made.next) return { reply: { ...made.reply, version: thread.version }, effects: made.effects }
    const stands = made.next.fold?.level === 'hide' ? reopened(thread, post_id) : thread
    const state = changed(stands, {}, now)
    return {
      state,
      reply: { ...made.reply, version: state.version },
      effects: [...made.effects, advance(state)],
      tell: made.tell,
      wake: wakeOf(state),
    }
  },
})

type Standing = NonNullable<ReturnType<typeof decideCover>['next']>

/** The thread with another fold or lock; whether it is answered does not change. */
export function withCover(thread: Thread, { fold, locked }: Standing): Thread {
  const { fold: _, locked: __, locked_by: ___, ...rest } = thread
  return { ...rest, locked: locked !== undefined, ...present({ fold, locked_by: locked?.by_id }) }
}
