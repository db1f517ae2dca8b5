import { type By, message, type Outcome } from '../../runtime/actor.ts'
import type { Thread } from '../state.ts'
import { progressOf } from './tasks.ts'

interface Progress extends By {
  readonly task_id: string
}

/** Told by a pad or another thread: the caller made progress on a task there. Counts only for the task's assignee. */
export const progress = message({
  decide: (thread: Thread, { by, task_id }: Progress, _, { now }): Outcome<Thread, { readonly counted: boolean }> => {
    const { tasks, effects } = progressOf(thread, by, now, task_id)
    if (effects.length === 0) return { reply: { counted: false } }
    return { state: { ...thread, tasks }, reply: { counted: true }, effects }
  },
})
