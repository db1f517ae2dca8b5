import { idleTasks } from '../sql/reads/due.ts'
import { type TimedRule, timed } from './runtime/timed.ts'
import { thread } from './thread/index.ts'

/**
 * THE rules that time fires: who is due, and what their actor is told. A row reads what is due from what the actors
 * wrote; the actor looks whether that still stands, by its own state and not by the clock: hosts' clocks differ a little.
 */
export const timedRules: readonly TimedRule[] = [
  timed({
    name: 'idle_tasks',
    due: idleTasks,
    actor: thread,
    operation: 'fall_open',
    args: ({ target, at }, { public_on }) => ({ task_id: target, due: at.getTime(), public_on }),
  }),
]
