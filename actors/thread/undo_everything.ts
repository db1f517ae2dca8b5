import type { FoldReason } from '../../src/rules/closed_lists.ts'
import type { World } from '../../src/rules/world.ts'
import { isUnsettled } from '../../src/rules/states/dispute_moves.ts'
import { moveTask } from '../../src/rules/states/task_moves.ts'
import type { Effect } from '../../sql/effect.ts'
import { fold } from '../../sql/effects/moderation/folds.ts'
import { type AnswerBefore, type FoldBefore, insertUndoItems } from '../../sql/effects/moderation/undo_batches.ts'
import type { FoldNow } from '../../sql/facts/moderation/folds.ts'
import type { PersonThere } from '../../sql/facts/thread/people_concerned.ts'
import { type PostToHide, postsToHide } from '../../sql/facts/moderation/work_to_undo.ts'
import { undoBatches } from '../../sql/facts/moderation/undo_batches.ts'
import { present, presentAs } from '../../src/records/present.ts'
import { narrowedToKeys } from '../moderation/narrowed_to_keys.ts'
import { from, notice } from '../notices.ts'
import { type By, message, type Outcome, type Tell } from '../runtime/actor.ts'
import { lockOf, withCover } from './fold_hide_lock.ts'
import { reopened } from './posts/reopened.ts'
import { advanced, storing, type Thread } from './state.ts'
import { concernedBy, taskNotices } from './tasks/task_notices.ts'
import { afterMove, keepMove } from './tasks/moving.ts'
import { withTask } from './tasks/tasks.ts'

interface Undo extends By {
  readonly batch_id: string
  readonly participant_id: string
  readonly reason: FoldReason
  readonly stage: 'posts' | 'threads' | 'tasks'
  readonly tasks: readonly string[]
  /** for stage 'posts': the seq before the first to examine, and the last one */
  readonly after: number
  readonly until: number
  /** the batch is narrowed to these connections: names the messages, the facts read it from the batch */
  readonly keys?: readonly string[] | undefined
  /** the message sent when everything here is done */
  readonly then?: Tell
}

/** posts hidden, and posts examined, per message: other messages of this shard run in between. */
const atOnce = 100
const looksAt = 2_000

const stretchEnd = ({ after, until }: Pick<Undo, 'after' | 'until'>): number => Math.min(until, after + looksAt)

/** Takes back a batch's part here: posts are hidden, the thread is folded, a task becomes open. */
export const undo = message({
  afresh: true,
  needs: (thread: Thread, { batch_id, stage, tasks, ...posts }: Undo) => ({
    batch: undoBatches.of(batch_id),
    posts: postsToHide.maybe(
      stage === 'posts'
        ? { batch_id, thread_id: thread.id, after: posts.after, until: stretchEnd(posts), most: atOnce }
        : undefined,
    ),
    people: concernedBy(thread, ...tasks.map((id) => thread.tasks.get(id))),
  }),
  decide: (thread, args, facts, { now, at, public_on }): Outcome<Thread, { readonly done: number }> => {
    const { stage, then } = args
    const onwards = then ? [then] : []
    if (!facts.batch || facts.batch.taken_back) return { reply: { done: 0 }, tell: onwards }
    const done =
      stage === 'posts'
        ? hidePosts(thread, args, facts.posts, at)
        : stage === 'threads'
          ? foldThread(thread, args, at)
          : openTasks(thread, args, facts.people, { now, at, public_on })
    const tell = [...done.tell, ...(done.more ? [] : onwards)]
    if (done.effects.length === 0) return { reply: { done: 0 }, tell }
    const state = advanced(done.thread, {}, now)
    return storing(state, {
      reply: { done: done.effects.filter(({ kind }) => kind === insertUndoItems).length },
      effects: done.effects,
      tell,
    })
  },
})

interface Done {
  readonly thread: Thread
  readonly effects: readonly Effect[]
  readonly tell: readonly Tell[]
  /** the thread tells itself to go on */
  readonly more?: boolean
}

function hidePosts(thread: Thread, args: Undo, found: readonly PostToHide[], at: string): Done {
  const { by, batch_id, reason } = args
  const newcomers = new Set(found.filter(({ first }) => first).map(({ author_id }) => author_id))
  const after = found.length === atOnce ? (found.at(-1)?.seq ?? args.until) : stretchEnd(args)
  const more = after < args.until
  const rest: Tell = {
    actor: 'thread',
    id: thread.id,
    operation: narrowedToKeys('undo', args.keys),
    args: { ...args, after },
  }
  return {
    thread: found.reduce((so_far, { id }) => reopened(so_far, id), thread),
    effects: found.flatMap(({ id, before }) => [
      fold({ target_id: id, level: 'hide', reason, by_id: by.id, at }),
      insertUndoItems(
        presentAs({
          batch_id,
          place_id: thread.id,
          id,
          kind: 'post',
          at,
          before: withMark(thread, id, before),
        }),
      ),
    ]),
    tell: [
      ...[...newcomers].map((author) =>
        notice(author, { kind: 'moderated', ...from(by), thread_id: thread.id, reason }),
      ),
      ...(more ? [rest] : []),
    ],
    more,
  }
}

/** The post's fold before it is hidden, and the mark that it loses where it is the answer. */
const withMark = (
  { answer_id, answer_by }: Thread,
  id: string,
  before: FoldBefore | undefined,
): (FoldBefore & AnswerBefore) | AnswerBefore | undefined =>
  answer_id === id ? { ...before, answer: present({ by: answer_by }) } : before

function foldThread(thread: Thread, { by, batch_id, reason }: Undo, at: string): Done {
  const folded: FoldNow = { level: 'fold', reason, by_id: by.id }
  const { dispute } = thread
  // the flag was this participant's alone: settled, the section is as it was before
  const raised = isUnsettled(dispute)
  const item = { batch_id, place_id: thread.id, id: thread.id, kind: 'thread', at } as const
  if (thread.fold) {
    if (!raised) return { thread, effects: [], tell: [] }
    const settled = { ...thread, dispute: 'settled' as const }
    return { thread: settled, effects: [insertUndoItems({ ...item, before: { dispute, was_folded: true } })], tell: [] }
  }
  return {
    thread: {
      ...withCover(thread, { fold: folded, ...lockOf(thread) }),
      ...present({ dispute: raised ? 'settled' : undefined }),
    },
    effects: [
      fold({ target_id: thread.id, ...folded, at }),
      insertUndoItems(presentAs({ ...item, before: raised ? { dispute } : undefined })),
    ],
    tell: [],
  }
}

function openTasks(
  thread: Thread,
  { by, batch_id, participant_id, tasks }: Undo,
  people: ReadonlyMap<string, PersonThere>,
  { now, at, public_on }: Pick<World, 'now' | 'at' | 'public_on'>,
): Done {
  let next = thread
  const [effects, tell]: [Effect[], Tell[]] = [[], []]
  for (const id of tasks) {
    const task = next.tasks.get(id)
    const answer = task && moveTask({ state: task.state }, 'decline', { assignee: true })
    if (!task || !answer?.moved || task.assignee_id !== participant_id) continue
    const open = afterMove(task, answer, undefined, now)
    next = { ...next, tasks: withTask(next, open) }
    effects.push(keepMove(open, now), insertUndoItems({ batch_id, place_id: thread.id, id, kind: 'task', at }))
    tell.push(...taskNotices(thread, task, open, 'declined', { by, people, public_on }))
  }
  return { thread: next, effects, tell }
}
