import { browser } from '../../rules/limits.ts'

/**
 * Elects one of a person's open tabs to hold the wait. When it closes, the lock passes to the next. A tab hidden for
 * long gives up its turn; where the browser has no locks, or refuses them, each visible tab waits by itself.
 */
export function takeTurns(lead: (signal: AbortSignal) => Promise<void>): void {
  let locks = (navigator as Partial<Navigator>).locks
  let turn: AbortController | undefined
  let timer = 0

  function begin(): void {
    clearTimeout(timer)
    if (turn) return
    const own = (turn = new AbortController())
    let leads = !locks
    const led = locks
      ? locks.request('svc-live', { signal: own.signal }, () => {
          leads = true
          return lead(own.signal)
        })
      : lead(own.signal)
    led.catch(() => {
      // rejected by our own abort, while queued or leading
      if (leads || own.signal.aborted) return
      locks = undefined
      end()
      if (document.visibilityState === 'visible') begin()
    })
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
