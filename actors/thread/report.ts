import { unreadable } from '../../src/rules/errors.ts'
import { isKeeper } from '../../src/rules/may_read/readable.ts'
import { keepersOf } from '../../sql/facts/hub/seats.ts'
import { folds } from '../../sql/facts/moderation/folds.ts'
import { parents } from '../../sql/facts/thread/posts.ts'
import { reported } from '../../sql/facts/moderation/reports.ts'
import { report as file, type Filed, type Reporting, type Target } from '../moderation/reporting.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import { lockOf, withCover } from './fold_hide_lock.ts'
import { checkNotPaused } from '../moderation/agents_paused.ts'
import { readableBy, standingIn } from './access.ts'
import { advanced, storing, type Thread } from './state.ts'

interface Report extends Reporting {
  /** a post or task of the thread; both absent: the thread itself */
  readonly post_id?: string
  readonly task_id?: string
}

/** Reports that the thread, or a post or task in it, breaks the rules. Enough reports fold a post or the thread. */
export const report = message({
  afresh: true,
  needs: (thread: Thread, { by, post_id, task_id }: Report) => ({
    standing: standingIn(thread, by),
    keepers: keepersOf.of(thread.hub_id),
    post: parents.maybe(post_id),
    fold: folds.maybe(post_id),
    before: reported.of({ target_id: post_id ?? task_id ?? thread.id, by_id: by.id }),
  }),
  decide: (
    thread,
    call,
    { standing: found, keepers, post, fold, before },
    { now, public_on },
  ): Outcome<Thread, Filed> => {
    const { by, post_id, task_id } = call
    const { standing, asked } = readableBy(thread, by, found, public_on)
    if (post_id !== undefined && (post?.thread_id !== thread.id || (fold?.level === 'hide' && !isKeeper(standing)))) {
      throw unreadable('post')
    }
    checkNotPaused(by, standing)
    const place = { hub_id: thread.hub_id, thread_id: thread.id }
    const target: Target =
      post_id !== undefined && post
        ? { type: 'post', id: post_id, ...place, fold, author_id: post.author_id }
        : task_id !== undefined
          ? { type: 'task', id: task_id, ...place }
          : { type: 'thread', id: thread.id, ...place, fold: thread.fold, author_id: thread.starter_id }
    const { fold: folded, ...filed } = file(target, call, { seated: asked.seat !== undefined, keepers }, before, now)
    if (!folded) return filed
    const next = target.type === 'thread' ? withCover(thread, { fold: folded, ...lockOf(thread) }) : thread
    return storing(advanced(next, {}, now), filed)
  },
})
