import type { FoldReason } from '../../src/rules/lists.ts'
import { moveTask } from '../../src/rules/states.ts'
import type { Effect } from '../../sql/effect.ts'
import { fold, unfold } from '../../sql/effects/folds.ts'
import { insertUndoItems } from '../../sql/effects/undoing.ts'
import type { FoldNow } from '../../sql/facts/moderation.ts'
import { postsToHide, type Undone } from '../../sql/facts/undoing.ts'
import { from } from '../moderation/log.ts'
import { notice } from '../notices.ts'
import { type By, message, type Outcome, type Tell } from '../runtime/actor.ts'
import type { Task } from '../../sql/reads/task_states.ts'
import { standingAs } from './cover.ts'
import { advance, changed, type Thread, wakeOf } from './state.ts'
import { afterMove, keepMove, peopleIn, updates, withTask } from './tasks.ts'

interface Undo extends By {
  readonly batch_id: string
  readonly participant_id: string
  readonly reason: FoldReason
  readonly stage: 'posts' | 'threads' | 'tasks'
  /** tasks */
  readonly ids: readonly string[]
  readonly public_on: boolean
}

/** posts hidden in one message: others write here, and next door, in between */
const atOnce = 50

/** What a batch takes back here: posts are hidden, the thread itself folds, a task falls open. */
export const undo = message({
  afresh: true,
  needs: (thread: Thread, { batch_id, stage, ids }: Undo) => ({
    posts: postsToHide.ofAll(stage === 'posts' ? [{ batch_id, thread_id: thread.id, most: atOnce }] : []),
    people: peopleIn(thread, stage === 'tasks' ? ids.flatMap((id) => allOf(thread.tasks.get(id))) : []),
  }),
  decide: (thread: Thread, args: Undo, { posts, people }, now): Outcome<Thread, { readonly done: number }> => {
    const { by, batch_id, participant_id, reason, stage, ids, public_on } = args
    const at = new Date(now).toISOString()
    const item = { batch_id, place_id: thread.id }
    const tell: Tell[] = []
    const effects: Effect[] = []
    let next = thread
    if (stage === 'posts') {
      const found = [...posts.values()][0] ?? []
      for (const { id, was } of found) {
        effects.push(
          fold({ target_id: id, level: 'hide', reason, by_id: by.id, at }),
          insertUndoItems({ ...item, id, kind: 'post', ...(was !== undefined && { was }) }),
        )
      }
      if (found.length === atOnce) tell.push({ actor: 'thread', id: thread.id, operation: 'undo', args })
      else if (found.length > 0) {
        tell.push(notice(participant_id, { kind: 'moderated', ...from(by), thread_id: thread.id, reason }))
      }
    } else if (stage === 'threads' && !thread.fold) {
      const folded: FoldNow = { level: 'fold', reason, by_id: by.id }
      next = standingAs(thread, { fold: folded, ...lockOf(thread) })
      effects.push(
        fold({ target_id: thread.id, ...folded, at }),
        insertUndoItems({ ...item, id: thread.id, kind: 'thread' }),
      )
    } else if (stage === 'tasks') {
      for (const id of ids) {
        const task = next.tasks.get(id)
        const answer = task && moveTask({ state: task.state }, 'decline', { assignee: true })
        if (!task || !answer?.moved || task.assignee_id !== participant_id) continue
        const open = afterMove(task, answer, undefined, now)
        next = { ...next, tasks: withTask(next, open) }
        effects.push(keepMove(open, now), insertUndoItems({ ...item, id, kind: 'task' }))
        tell.push(...updates(thread, task, open, 'declined', { by, people, public_on }))
      }
    }
    if (effects.length === 0) return { reply: { done: 0 } }
    const state = changed(next, {}, now)
    return {
      state,
      reply: { done: effects.length / 2 },
      effects: [...effects, advance(state)],
      tell,
      wake: wakeOf(state),
    }
  },
})

interface Redo extends By {
  readonly items: readonly Undone[]
}

/** The batch is taken back: what it covered shows again, as folded as it was before. Tasks stay open to anyone. */
export const redo = message({
  afresh: true,
  decide: (thread: Thread, { by, items }: Redo, _, now): Outcome<Thread, { readonly done: number }> => {
    const at = new Date(now).toISOString()
    const covered = items.filter(({ kind }) => kind === 'post' || kind === 'thread')
    if (covered.length === 0) return { reply: { done: 0 } }
    const own = covered.some(({ kind }) => kind === 'thread')
    const state = changed(own ? standingAs(thread, lockOf(thread)) : thread, {}, now)
    return {
      state,
      reply: { done: covered.length },
      effects: [
        ...covered.map(({ id, was }) =>
          was === undefined
            ? unfold({ target_id: id })
            : fold({ target_id: id, level: 'fold', reason: was as FoldReason, by_id: by.id, at }),
        ),
        advance(state),
      ],
      wake: wakeOf(state),
    }
  },
})

const lockOf = ({ locked, locked_by }: Thread) => (locked ? { locked: { by_id: locked_by ?? '' } } : {})

const allOf = (task: Task | undefined) => (task ? [task.creator_id, task.assignee_id, task.reviewer_id] : [])
