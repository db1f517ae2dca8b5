import type { ThreadStatus } from '../closed_lists.ts'

/** `folded`: a fold is in force. `answered` is kept below it, so that showing the thread restores its status. */
export interface ThreadNow {
  readonly answered: boolean
  readonly folded: boolean
  /** the fold also hides the text */
  readonly hidden?: boolean
}

export type ThreadEvent = 'marked_by_keeper' | 'marked_by_starter' | 'unmarked'

export function moveThread(thread: ThreadNow, event: ThreadEvent): ThreadNow {
  switch (event) {
    case 'marked_by_keeper':
      // what is hidden stays so: an answer's mark shows nobody what its marker did not decide to show
      return { ...thread, answered: true, folded: thread.hidden === true }
    case 'marked_by_starter':
      // it stays folded: otherwise an author folded for promotion could unfold the thread
      return { ...thread, answered: true }
    case 'unmarked':
      return { ...thread, answered: false }
  }
}

export const threadStatus = ({ answered, folded }: ThreadNow): ThreadStatus =>
  folded ? 'folded' : answered ? 'answered' : 'open'
