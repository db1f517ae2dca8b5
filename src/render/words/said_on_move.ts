import type { TaskState } from '../../rules/lists.ts'

/** The label of the note on a task's last move, by its resulting state. */
export const saidOnMove = (state: TaskState): string =>
  state === 'blocked' ? 'waits for' : state === 'cancelled' ? 'cancelled because' : 'declined because'
