import { noticesWithin } from '../numbers.ts'

/**
 * Holds a reply back until the messages that its write caused have arrived: a caller who then reads what the write
 * changed elsewhere (an inbox, a dispute) finds it. At most noticesWithin: the messages arrive in any case.
 */
export interface RepliesAfterNotices {
  /** announces the next answer, of this attempt, and how many messages it caused */
  expect(attempt: string, told: number): void
  /** calls `answer` at once, or when all messages have arrived */
  after(attempt: string, answer: () => void): void
  /** one of the messages arrived, and caused `told` others */
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
      found.timer = setTimeout(release, noticesWithin, attempt)
    },
    arrived(attempt, told) {
      const found = held.get(attempt)
      if (!found) return
      found.left += told - 1
      if (found.left <= 0) release(attempt)
    },
  }
}
