/** The service's time. Everything that decides something reads it here; the test clock moves all of it. */
export interface Clock {
  /** epoch milliseconds */
  now(): number
  /** how far the test clock stands ahead, in milliseconds */
  readonly ahead: number
  /** moves the clock to at least this far ahead; it never goes back, so late news of an older move is harmless */
  advanceTo(ahead: number): void
  /** what the clock of this machine says, epoch milliseconds */
  readonly wall: () => number
  /** by how much that is behind the clock all processes share, in milliseconds */
  readonly off: number
  setOff(off: number): void
}

/** Milliseconds that the clocks of two machines differ by where both are kept right. */
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
