import type { Caller } from '../../src/rules/caller.ts'
import { startedBy } from '../../src/rules/one_human.ts'
import { invalid } from '../../src/rules/errors.ts'
import { isKeeper } from '../../src/rules/may_read/readable.ts'
import { moveThread } from '../../src/rules/states/thread_status.ts'
import type { Effect } from '../../sql/effect.ts'
import { unfold } from '../../sql/effects/moderation/folds.ts'
import { answerReports } from '../../sql/effects/moderation/reports.ts'
import { type PostText, postTexts } from '../../sql/facts/thread/posts.ts'
import { present, presentAs } from '../../src/records/present.ts'
import { type By, message, type Outcome } from '../runtime/actor.ts'
import { mayKeep } from '../seats/place.ts'
import { readableBy, standingIn } from './access.ts'
import { disputeAfter, flaggedSection } from './flag/dispute.ts'
import { advanced, storing, statusFacts, statusOf, type Thread } from './state.ts'
import type { Dispute, ThreadStatus } from '../../src/rules/closed_lists.ts'
import { iso } from '../../src/rules/units.ts'

interface MarkAnswer extends By {
  /** absent: removes the mark */
  readonly answer_id?: string
  readonly dry_run?: boolean
}

/** The thread once the mark is set or removed. */
export interface Marked {
  readonly thread_id: string
  readonly status: ThreadStatus
  readonly answer?: string
  readonly dispute?: Dispute
  readonly version: number
}

/** Marks the post that answers the thread. A mark by owner or helpers also unfolds it, unless it is hidden; one by its starter does not. */
export const markAnswer = message({
  afresh: true,
  needs: (thread: Thread, { by, answer_id }: MarkAnswer, world) => ({
    standing: standingIn(thread, by),
    post: postTexts.maybe(answer_id),
    section: flaggedSection(thread, world),
  }),
  decide: (thread, args, { standing, post, section }, { now, public_on }): Outcome<Thread, Marked> => {
    const { by, answer_id } = args
    const access = readableBy(thread, by, standing, public_on)
    mayKeep('mark_answer', access)
    if (answer_id !== undefined) checkAnswers(thread.id, post)
    const byStarter = startedBy(thread, by)

    const marking = isKeeper(access.standing) ? 'marked_by_keeper' : 'marked_by_starter'
    const before = statusFacts(thread)
    const after = moveThread(before, answer_id === undefined ? 'unmarked' : marking)
    const disputed =
      answer_id === undefined ? undefined : disputeAfter(thread, { type: 'answer_marked', byStarter }, by, section)
    if (thread.answer_id === answer_id && !disputed && after.folded === before.folded) {
      return { reply: replyOf(thread) }
    }

    const { answer_id: _, answer_by: __, fold, ...rest } = thread
    const state = advanced(
      {
        ...rest,
        status: after.answered ? 'answered' : 'open',
        ...present({ fold: after.folded && fold ? fold : undefined }),
        ...(answer_id !== undefined && { answer_id, answer_by: by.id }),
      },
      disputed ? { dispute: disputed.dispute } : {},
      now,
    )
    if (args.dry_run) return { reply: { ...replyOf(state), version: thread.version } }
    return storing(state, {
      reply: replyOf(state),
      effects: before.folded && !after.folded ? keepThread(thread, by, now) : [],
      tell: disputed?.tell ?? [],
    })
  },
})

/** Throws when the post is none that may answer this thread. */
export function checkAnswers(thread_id: string, post: PostText | undefined, named = 'that thread'): void {
  if (post?.thread_id === thread_id && !post.deleted && !post.hidden) return
  throw invalid('target', `answer_id must be a post of ${named}, not deleted or hidden. open_thread lists them.`)
}

/** Unfolds the thread and answers its open reports. */
const keepThread = ({ id }: Thread, by: Caller, now: number): Effect[] => [
  unfold({ target_id: id }),
  answerReports({ target_id: id, state: 'kept', answered_by: by.id, answered_at: iso(now) }),
]

const replyOf = (thread: Thread): Marked =>
  presentAs({
    thread_id: thread.id,
    status: statusOf(thread),
    answer: thread.answer_id,
    dispute: thread.dispute,
    version: thread.version,
  })
