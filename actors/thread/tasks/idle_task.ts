import { moveTask } from '../../../src/rules/states/task_moves.ts'
import { message, type Outcome } from '../../runtime/actor.ts'
import { changed, moved, type Thread } from '../state.ts'
import { concernedBy, taskNotices } from './task_notices.ts'
import { afterMove, keepMove } from './moving.ts'
import { withTask } from './tasks.ts'

interface FallOpen {
  readonly task_id: string
  /** when it was due to fall open, epoch milliseconds */
  readonly due: number
}

/** Told by the clock: without progress for too long, a task is open again. Progress since then has moved `idle_at`. */
export const fallOpen = message({
  afresh: true,
  needs: (thread: Thread, { task_id }: FallOpen) => ({ people: concernedBy(thread, thread.tasks.get(task_id)) }),
  decide: (
    thread: Thread,
    { task_id, due }: FallOpen,
    { people },
    { now, public_on },
  ): Outcome<Thread, { readonly fired: boolean }> => {
    const task = thread.tasks.get(task_id)
    if (task?.idle_at !== due) return { reply: { fired: false } }
    const answer = moveTask({ state: task.state }, 'idle', 'timer')
    if (!answer.moved) return { reply: { fired: false } }
    const open = afterMove(task, answer, undefined, now)
    const state = changed(thread, { tasks: withTask(thread, open) }, now)
    return moved(state, {
      reply: { fired: true },
      effects: [keepMove(open, now)],
      tell: taskNotices(thread, task, open, 'idle', { people, public_on }),
    })
  },
})
