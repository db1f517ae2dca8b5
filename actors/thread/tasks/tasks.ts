import { type Caller, holderOf } from '../../../src/rules/caller.ts'
import { idleAfter, isOver } from '../../../src/rules/states/task_moves.ts'
import type { Effect } from '../../../sql/effect.ts'
import { progressTasks } from '../../../sql/effects/thread/tasks.ts'
import type { Task } from '../../../sql/reads/thread/task_states.ts'
import { presentAs } from '../../../src/records/present.ts'
import type { Tell } from '../../runtime/actor.ts'
import type { Thread } from '../state.ts'
import { iso } from '../../../src/rules/units.ts'

/** A task in the reply to a move of it. */
export interface TaskReply {
  readonly task_id: string
  readonly state: Task['state']
  readonly thread_id: string
  readonly assignee_id?: string
  readonly reviewer_id?: string
  readonly review?: NonNullable<Task['review']>
  readonly claim: number
  readonly idle_at?: string
  readonly seq: number
  /** version of the thread */
  readonly version: number
}

export const taskReply = (thread: Thread, task: Task): TaskReply =>
  presentAs({
    task_id: task.id,
    state: task.state,
    thread_id: thread.id,
    assignee_id: task.assignee_id,
    reviewer_id: task.reviewer_id,
    review: task.review,
    claim: task.claim,
    idle_at: iso(task.idle_at),
    seq: task.seq,
    version: thread.version,
  })

/** When a task in this state falls open without progress; undefined in a state that does not. */
export function idleAt(state: Task['state'], now: number): number | undefined {
  const after = idleAfter(state)
  return after === undefined ? undefined : now + after
}

/** The thread's tasks with this one changed; a task that can no longer move is dropped from the state. */
export function withTask(thread: Thread, task: Task): ReadonlyMap<string, Task> {
  const next = new Map(thread.tasks)
  if (isOver(task)) next.delete(task.id)
  else next.set(task.id, task)
  return next
}

/** Restarts the idle times of the caller's tasks in this thread, or of the task `only`. A sub-agent works for its parent. */
export function progressOf(
  thread: Thread,
  by: Caller,
  now: number,
  only?: string,
): { readonly tasks: ReadonlyMap<string, Task>; readonly effects: readonly Effect[] } {
  const theirs = [...thread.tasks.values()].filter(
    ({ id, assignee_id, idle_at }) =>
      (assignee_id === by.id || assignee_id === holderOf(by)) &&
      idle_at !== undefined &&
      (only === undefined || id === only),
  )
  if (theirs.length === 0) return { tasks: thread.tasks, effects: [] }
  const next = new Map(thread.tasks)
  const effects: Effect[] = []
  for (const task of theirs) {
    const idle_at = idleAt(task.state, now) ?? now
    next.set(task.id, { ...task, last_progress_at: now, idle_at })
    effects.push(progressTasks({ id: task.id, last_progress_at: iso(now), idle_at: iso(idle_at) }))
  }
  return { tasks: next, effects }
}

/** A task named by a post or edit, and its thread. */
export interface ProgressOn {
  readonly task_id: string
  readonly thread_id: string
}

/** Tells another thread that the caller made progress on one of its tasks. */
export const progressElsewhere = ({ task_id, thread_id }: ProgressOn, by: Caller): Tell => ({
  actor: 'thread',
  id: thread_id,
  operation: 'progress',
  args: { by, task_id },
})
