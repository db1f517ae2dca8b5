import { setTimeout as pause } from 'node:timers/promises'

/** Sends one text's pieces as they are made. */
type PieceByPiece = (text: AsyncIterable<string>) => AsyncGenerator<string>

/**
 * Of long texts that this process makes while it sends them, one piece is made at a time, and after each all of them rest
 * as long as it took: many together take no more of the process from everybody else than one.
 */
export function openPieceByPiece(): PieceByPiece {
  let last: Promise<unknown> = Promise.resolve()

  return async function* inTurn(text) {
    const pieces = text[Symbol.asyncIterator]()
    try {
      for (;;) {
        let took = 0
        const made = last.then(async () => {
          const began = performance.now()
          try {
            return await pieces.next()
          } finally {
            took = performance.now() - began
          }
        })
        const rest = (): Promise<void> => pause(took)
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
