import { moveThread } from '../../src/rules/states.ts'
import { standsAs, type Thread } from './state.ts'

/** The thread once a post of it can be read no more: with its answer gone it is open again, or folded where it was. */
export function reopened(thread: Thread, post_id: string): Thread {
  if (thread.answer_id !== post_id) return thread
  const { answer_id: _, ...rest } = thread
  return { ...rest, status: moveThread(standsAs(thread), 'unmarked').answered ? 'answered' : 'open' }
}
