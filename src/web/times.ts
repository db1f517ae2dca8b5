import { dayWords, timeWords } from '../render/marks/in_words.ts'

/** Rewrites times, which the page states in UTC, in the reader's zone and date format. */
export function showLocalTimes(within: ParentNode): void {
  const now = Date.now()
  for (const element of within.querySelectorAll('time[datetime]')) {
    const at = new Date(element.getAttribute('datetime') ?? '')
    if (Number.isNaN(at.getTime())) continue
    const words = element.hasAttribute('data-day')
      ? dayWords(at, now)
      : timeWords(at, now, element.hasAttribute('data-since'))
    // writing unchanged text would clear a selection
    if (element.textContent !== words) element.textContent = words
    if (!element.hasAttribute('title')) {
      element.setAttribute('title', at.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' }))
    }
  }
}
