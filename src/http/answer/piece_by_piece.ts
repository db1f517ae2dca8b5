import { setTimeout as pause } from 'node:timers/promises'
import { seconds } from '../../rules/units.ts'

/** Sends one text's pieces as they are made. */
type PieceByPiece = (text: AsyncIterable<string>) => AsyncGenerator<string>

/** milliseconds: no timer rests for less, so what took less rests together */
const shortest = 1
/** what it waited for a slow database is no work of this process */
const longest = seconds(1)

interface Parts {
  /** for tests: replaces the timer */
  readonly rests?: (due: number) => Promise<unknown>
  /** for tests: replaces the clock */
  readonly now?: () => number
}

/**
 * Of long texts that this process makes while it sends them, one piece is made at a time, and after each all of them rest
 * as long as it took, a second at most: many together take no more of the process from everybody else than one.
 */
export function openPieceByPiece({
  rests = (due) => pause(due),
  now = () => performance.now(),
}: Parts = {}): PieceByPiece {
  let last: Promise<unknown> = Promise.resolve()
  let owed = 0

  async function rest(): Promise<void> {
    if (owed < shortest) return
    const due = Math.min(owed, longest)
    owed = 0
    await rests(due)
  }

  return async function* inTurn(text) {
    const pieces = text[Symbol.asyncIterator]()
    try {
      for (;;) {
        const made = last.then(async () => {
          const began = now()
          try {
            return await pieces.next()
          } finally {
            owed += now() - began
          }
        })
        last = made.then(rest, rest)
        const { done, value } = await made
        if (done === true) return
        yield value
      }
    } finally {
      await pieces.return?.()
    }
  }
}
