import { browser } from '../../rules/limits.ts'
import type { Outcome } from './call.ts'

interface Bounds {
  readonly least: number
  readonly most: number
}

/** Milliseconds to wait after failures in a row: doubles within the bounds, but never less than asked for. */
export const waitAfter = (failures: number, told = 0, { least, most }: Bounds = browser.live.again): number =>
  Math.max(told, Math.min(most, least * 2 ** Math.max(0, failures - 1)))

/** Milliseconds that a failed call asks to wait. */
export const retryAfter = (outcome: Outcome): number =>
  outcome.is === 'busy'
    ? outcome.again
    : outcome.is === 'refused'
      ? Number(outcome.refusal.details['retry_after_seconds'] ?? 0) * 1000
      : 0
