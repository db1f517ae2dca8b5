import { browser } from '../../rules/limits.ts'
import type { Outcome } from './call.ts'

/** Milliseconds to wait after failures in a row: doubles from 2 s to a minute, but never less than asked for. */
export function waitAfter(failures: number, told = 0): number {
  const { least, most } = browser.live.again
  return Math.max(told, Math.min(most, least * 2 ** Math.max(0, failures - 1)))
}

/** Milliseconds that a failed call asks to wait. */
export const retryAfter = (outcome: Outcome): number =>
  outcome.is === 'busy'
    ? outcome.again
    : outcome.is === 'refused'
      ? Number(outcome.refusal.details['retry_after_seconds'] ?? 0) * 1000
      : 0
