import type { Caller } from '../../../src/rules/caller.ts'
import { moveTask } from '../../../src/rules/states/task_moves.ts'
import { presentAs } from '../../../src/records/present.ts'
import { message, type Outcome } from '../../runtime/actor.ts'
import { advanced, storing, type Thread } from '../state.ts'
import { concernedBy, taskNotices } from './task_notices.ts'
import { afterMove, keepMove } from './moving.ts'
import { withTask } from './tasks.ts'

interface FallOpen {
  readonly task_id: string
  /** when it was due to fall open, epoch milliseconds */
  readonly due: number
  /** the assignee, who deleted the account */
  readonly left?: Pick<Caller, 'id' | 'kind'>
}

/**
 * A task is open again: told by the clock after too long without progress (`idleAfter`, rules/states/task_moves.ts), which
 * moves `idle_at`; and at once when the account of its assignee was deleted, who gives it back by that.
 */
export const fallOpen = message({
  afresh: true,
  needs: (thread: Thread, { task_id }: FallOpen) => ({ people: concernedBy(thread, thread.tasks.get(task_id)) }),
  decide: (
    thread,
    { task_id, due, left },
    { people },
    { now, public_on },
  ): Outcome<Thread, { readonly fired: boolean }> => {
    const task = thread.tasks.get(task_id)
    if (!task || (left ? task.assignee_id !== left.id : task.idle_at !== due)) return { reply: { fired: false } }
    const answer = moveTask({ state: task.state }, 'idle', 'timer')
    if (!answer.moved) return { reply: { fired: false } }
    const open = afterMove(task, answer, undefined, now)
    const state = advanced(thread, { tasks: withTask(thread, open) }, now)
    return storing(state, {
      reply: { fired: true },
      effects: [keepMove(open, now)],
      tell: taskNotices(thread, task, open, left ? 'declined' : 'idle', presentAs({ by: left, people, public_on })),
    })
  },
})
