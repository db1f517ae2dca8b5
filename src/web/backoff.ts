import { browser } from '../rules/limits.ts'
import type { Outcome } from './call.ts'

/** How long to wait after so many failures in a row: as told, never less than two seconds, doubling to a minute. */
export function waitAfter(failures: number, told = 0): number {
  const { least, most } = browser.live.again
  return Math.max(told, Math.min(most, least * 2 ** Math.max(0, failures - 1)))
}

/** How long an answer that was none asks to be waited for. */
export const toldOf = (outcome: Outcome): number =>
  outcome.is === 'busy'
    ? outcome.again
    : outcome.is === 'refused'
      ? Number(outcome.refusal.details['retry_after_seconds'] ?? 0) * 1000
      : 0
