import { toldWithin } from '../numbers.ts'

/**
 * Answers that wait until what they had told other actors has arrived: who has an answer and looks at what it changed
 * elsewhere (an inbox, a dispute) finds it. They never wait long: what is told arrives in any case.
 */
export interface RepliesAfterNotices {
  /** the answer of this attempt comes next, and so many messages were told because of it */
  expect(attempt: string, told: number): void
  /** gives the answer, at once or when all has arrived */
  after(attempt: string, answer: () => void): void
  /** one of them arrived, and told so many others */
  arrived(attempt: string, told: number): void
}

interface Held {
  left: number
  answer?: () => void
  timer?: NodeJS.Timeout
}

export function openRepliesAfterNotices(): RepliesAfterNotices {
  const held = new Map<string, Held>()

  function release(attempt: string): void {
    const found = held.get(attempt)
    held.delete(attempt)
    clearTimeout(found?.timer)
    found?.answer?.()
  }

  return {
    expect(attempt, told) {
      held.set(attempt, { left: told })
    },
    after(attempt, answer) {
      const found = held.get(attempt)
      if (!found) return answer()
      found.answer = answer
      found.timer = setTimeout(release, toldWithin, attempt)
    },
    arrived(attempt, told) {
      const found = held.get(attempt)
      if (!found) return
      found.left += told - 1
      if (found.left <= 0) release(attempt)
    },
  }
}
