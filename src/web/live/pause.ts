/** Resolves early when the turn ends or `page` is online again. */
export function pause(milliseconds: number, turn: AbortSignal, page: EventTarget): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      page.removeEventListener('online', done)
      turn.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    page.addEventListener('online', done)
    turn.addEventListener('abort', done)
  })
}
