import { dayWords, timeWords } from '../render/marks/time.ts'

/** Times as the reader's own clock and language of dates say them; the page wrote them in UTC. */
export function showLocalTimes(within: ParentNode): void {
  const now = Date.now()
  for (const element of within.querySelectorAll('time[datetime]')) {
    const at = new Date(element.getAttribute('datetime') ?? '')
    if (Number.isNaN(at.getTime())) continue
    const words = (element.hasAttribute('data-day') ? dayWords : timeWords)(at, now)
    // writing what stands there already would take a reader's selection away
    if (element.textContent !== words) element.textContent = words
    if (!element.hasAttribute('title')) {
      element.setAttribute('title', at.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' }))
    }
  }
}
