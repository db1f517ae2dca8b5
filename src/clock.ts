/** The service's time. Every decision reads it here; the test clock moves it. */
export interface Clock {
  /** epoch milliseconds */
  now(): number
  /** milliseconds by which the test clock is ahead */
  readonly ahead: number
  /** moves the clock to at least this far ahead; it never goes back, so late messages of old moves are harmless */
  advanceTo(ahead: number): void
  /** time of this machine's clock, epoch milliseconds */
  readonly wall: () => number
  /** milliseconds to add to it for the time that all processes share */
  readonly off: number
  setOff(off: number): void
}

/** Milliseconds by which the clocks of two well-kept machines may differ. */
export const clocksApart = 500

export function serviceClock(wall: () => number = Date.now): Clock {
  let ahead = 0
  let off = 0
  return {
    now: () => wall() + off + ahead,
    get ahead() {
      return ahead
    },
    advanceTo(target) {
      if (target > ahead) ahead = target
    },
    wall: () => wall(),
    get off() {
      return off
    },
    setOff(by) {
      off = by
    },
  }
}
