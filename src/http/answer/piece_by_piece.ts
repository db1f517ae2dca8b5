import { setTimeout as pause } from 'node:timers/promises'

/** Sends one text's pieces as they are made. */
type PieceByPiece = (text: AsyncIterable<string>) => AsyncGenerator<string>

/** milliseconds: no timer rests for less, so what took less rests together */
const shortest = 1

/**
 * Of long texts that this process makes while it sends them, one piece is made at a time, and after each all of them rest
 * as long as it took: many together take no more of the process from everybody else than one.
 */
export function openPieceByPiece(): PieceByPiece {
  let last: Promise<unknown> = Promise.resolve()
  let owed = 0

  async function rest(): Promise<void> {
    if (owed < shortest) return
    const due = owed
    owed = 0
    await pause(due)
  }

  return async function* inTurn(text) {
    const pieces = text[Symbol.asyncIterator]()
    try {
      for (;;) {
        const made = last.then(async () => {
          const began = performance.now()
          try {
            return await pieces.next()
          } finally {
            owed += performance.now() - began
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
