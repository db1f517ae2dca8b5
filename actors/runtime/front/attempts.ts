import type { Refusal } from '../../../src/rules/errors.ts'
import type { Answered } from '../wire/ask.ts'
import { attemptEnds } from '../numbers.ts'
import { answerOf } from '../wire/result.ts'

/** A write in flight. Times are performance.now() milliseconds. */
export interface Attempt {
  readonly id: string
  readonly shard: number
  /** id of the actor */
  readonly to: string
  readonly startedAt: number
  /** last lookup in the attempt table */
  askedAt: number
  readonly resolve: (answered: Answered<any>) => void
  readonly reject: (error: unknown) => void
}

/** Writes of this front-end without an answer, oldest first. */
export interface Attempts {
  readonly open: ReadonlyMap<string, Attempt>
  add(attempt: Attempt): void
  /** Closes an attempt by its result, from its reply or its row; false when it is not open here or was ended. */
  conclude(id: string, result: unknown): boolean
  /** closes an attempt that never entered a mailbox */
  refuse(attempt: Attempt, refusal: Refusal): void
  /** closes an attempt that got no answer in time */
  fail(attempt: Attempt, refusal: Refusal): void
  /** answers per second, as a moving average */
  drainRate(): number
  /** milliseconds that the oldest open write has waited, or that a recent one waited in vain with no answer since */
  waitedMs(): number
  /** resolves when none is open */
  none(): Promise<void>
}

export function openAttempts(): Attempts {
  const open = new Map<string, Attempt>()
  const answers = openRate()
  let lastFailed: { waited: number; at: number } | undefined
  let whenNone: (() => void)[] = []

  function close(attempt: Attempt): void {
    open.delete(attempt.id)
    if (open.size > 0) return
    for (const resolve of whenNone) resolve()
    whenNone = []
  }

  return {
    open,
    add: (attempt) => open.set(attempt.id, attempt),
    conclude(id, result) {
      const attempt = open.get(id)
      if (!attempt) return false
      try {
        const answer = answerOf(result)
        if (!answer) return false
        attempt.resolve(answer)
      } catch (refusal) {
        attempt.reject(refusal)
      }
      lastFailed = undefined
      close(attempt)
      answers.add()
      return true
    },
    refuse(attempt, refusal) {
      close(attempt)
      attempt.reject(refusal)
    },
    fail(attempt, refusal) {
      const now = performance.now()
      lastFailed = { waited: now - attempt.startedAt, at: now }
      close(attempt)
      attempt.reject(refusal)
    },
    drainRate: () => answers.perSecond(),
    waitedMs() {
      const now = performance.now()
      // expires: without new writes no success could clear it
      const vain = lastFailed && now - lastFailed.at < 2 * attemptEnds ? lastFailed.waited : 0
      for (const oldest of open.values()) return Math.max(vain, now - oldest.startedAt)
      return vain
    },
    none: () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => whenNone.push(resolve))),
  }
}

/** A moving average. */
function openRate() {
  let rate = 0
  let counted = 0
  let countedAt = performance.now()

  function updated(): number {
    const now = performance.now()
    const elapsed = now - countedAt
    if (elapsed < 200) return rate
    rate = 0.7 * rate + 0.3 * (counted / (elapsed / 1000))
    counted = 0
    countedAt = now
    return rate
  }

  return {
    add(): void {
      counted++
      updated()
    },
    perSecond: updated,
  }
}
