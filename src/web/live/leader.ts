import { browser } from '../../rules/limits.ts'

/**
 * Elects one of a person's open tabs to hold the wait. When it closes, the lock passes to the next. A tab hidden for
 * long gives up its turn; in browsers without locks only visible tabs wait.
 */
export function takeTurns(lead: (signal: AbortSignal) => Promise<void>): void {
  const locks = (navigator as Partial<Navigator>).locks
  let turn: AbortController | undefined
  let timer = 0

  function begin(): void {
    clearTimeout(timer)
    if (turn) return
    const own = (turn = new AbortController())
    const led = locks ? locks.request('svc-live', { signal: own.signal }, () => lead(own.signal)) : lead(own.signal)
    // rejected by our own abort, while queued or leading
    led.catch(() => undefined)
  }

  function end(): void {
    turn?.abort()
    turn = undefined
  }

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') begin()
    else if (locks) timer = window.setTimeout(end, browser.live.endsWhenHidden)
    else end()
  })
  if (document.visibilityState === 'visible' || locks) begin()
  if (document.visibilityState !== 'visible') timer = window.setTimeout(end, browser.live.endsWhenHidden)
}
