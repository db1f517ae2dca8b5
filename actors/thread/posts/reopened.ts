import type { Thread } from '../state.ts'

/** The thread after a post of it becomes unreadable: if that was the answer, it is open again; a fold stays. */
export function reopened(thread: Thread, post_id: string): Thread {
  if (thread.answer_id !== post_id) return thread
  const { answer_id: _, ...rest } = thread
  return { ...rest, status: 'open' }
}
