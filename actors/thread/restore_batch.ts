import { present } from '../../src/records/present.ts'
import type { Effect } from '../../sql/effect.ts'
import { fold, unfold } from '../../sql/effects/moderation/folds.ts'
import { markUndoItems } from '../../sql/effects/moderation/undo_batches.ts'
import { type TaskBefore, undoneHere } from '../../sql/facts/moderation/restore_batch.ts'
import type { Task } from '../../sql/reads/thread/task_states.ts'
import { type By, message, type Outcome, type Tell } from '../runtime/actor.ts'
import { lockOf, withCover } from './fold_hide_lock.ts'
import { advanced, storing, type Thread } from './state.ts'
import { keepMove } from './tasks/moving.ts'
import { canRead, couldWork, itemFor, peopleIn, personIn } from './tasks/task_notices.ts'
import { idleAt, withTask } from './tasks/tasks.ts'

interface Redo extends By {
  readonly batch_id: string
  readonly items: readonly { readonly id: string; readonly assignee_id?: string }[]
}

/**
 * Reverses a batch: what it covered is shown again, as folded as before, and its tasks return to their assignees. What
 * others changed since stays.
 */
export const redo = message({
  afresh: true,
  needs: (thread: Thread, { batch_id, items }: Redo) => ({
    items: undoneHere.of({ batch_id, place_id: thread.id, ids: items.map(({ id }) => id) }),
    people: peopleIn(
      thread,
      items.map(({ assignee_id }) => assignee_id),
    ),
  }),
  decide: (thread, args, { items, people }, { now, public_on }): Outcome<Thread, { readonly done: number }> => {
    const { by, batch_id } = args
    let next = thread
    const effects: Effect[] = []
    const tell: Tell[] = []
    for (const { id, kind, stands, fold: before, task: had, dispute, was_folded, answer } of items) {
      let restored = stands
      if (kind === 'task') {
        const task = next.tasks.get(id)
        const whom = personIn(people, thread, had?.assignee_id)
        restored =
          stands &&
          task !== undefined &&
          had !== undefined &&
          whom !== undefined &&
          couldWork(whom) &&
          canRead(thread, whom, public_on)
        if (restored && task && had) {
          const again = heldAgain(task, had, now)
          next = { ...next, tasks: withTask(next, again) }
          effects.push(keepMove(again, now, had.block_note))
          tell.push(...itemFor(thread, again, whom, { kind: 'assigned', task_state: again.state }, { by, public_on }))
        }
      } else if (stands && was_folded) {
        next = { ...next, ...present({ dispute }) }
      } else if (stands) {
        effects.push(before ? fold({ target_id: id, ...before }) : unfold({ target_id: id }))
        if (kind === 'thread') next = { ...withCover(next, lockOf(next)), ...present({ dispute }) }
        // the mark of another post, set since, stays
        if (answer && next.answer_id === undefined) {
          next = { ...next, status: 'answered', answer_id: id, ...present({ answer_by: answer.by }) }
        }
      }
      effects.push(markUndoItems({ batch_id, id, back: restored ? 'restored' : 'kept' }))
    }
    const done = items.filter(({ stands }) => stands).length
    if (done === 0) return { reply: { done }, effects }
    return storing(advanced(next, {}, now), { reply: { done }, effects, tell })
  },
})

/** The task as its assignee left it; its idle time starts again. */
function heldAgain(task: Task, { state, assignee_id, taken_at }: TaskBefore, now: number): Task {
  const { idle_at: _, ...rest } = task
  return {
    ...rest,
    state,
    n: task.n + 1,
    ...present({ assignee_id, taken_at, idle_at: idleAt(state, now) }),
  }
}
