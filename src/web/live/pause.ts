/** Resolves early when the turn ends or `window` is online again. */
export function pause(milliseconds: number, turn: AbortSignal, window: EventTarget): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      turn.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    window.addEventListener('online', done)
    turn.addEventListener('abort', done)
  })
}
