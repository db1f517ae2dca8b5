import type { TaskState } from '../../rules/closed_lists.ts'

/** The label of the note on a task's last move, by its resulting state. */
export const saidOnMove = (state: TaskState): string =>
  state === 'blocked' ? 'waits for' : state === 'cancelled' ? 'cancelled because' : 'declined because'
