import { browser } from '../rules/limits.ts'

/**
 * One tab of all that a person has open holds the wait. When it goes, the lock falls to the next. A tab that was out of
 * sight for long waits no more; without locks only the tab in sight does.
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
    // ended by ourselves: in the queue or at work
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
