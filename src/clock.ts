/** The service's time. Everything that decides something reads it here; the test clock moves all of it. */
export interface Clock {
  /** epoch milliseconds */
  now(): number
  /** how far the test clock stands ahead, in milliseconds */
  readonly ahead: number
  /** moves the clock to at least this far ahead; it never goes back, so late news of an older move is harmless */
  advanceTo(ahead: number): void
}

export function serviceClock(wall: () => number = Date.now): Clock {
  let ahead = 0
  return {
    now: () => wall() + ahead,
    get ahead() {
      return ahead
    },
    advanceTo(target) {
      if (target > ahead) ahead = target
    },
  }
}
