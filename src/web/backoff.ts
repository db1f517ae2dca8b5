import { browser } from '../rules/limits.ts'

/** How long to wait after so many failures in a row: as told, never less than two seconds, doubling to a minute. */
export function waitAfter(failures: number, told = 0): number {
  const { least, most } = browser.live.again
  return Math.max(told, Math.min(most, least * 2 ** Math.max(0, failures - 1)))
}
