/** Keeps keyboard work going: when the focused element disappears, the next one like it is focused. */
export function focusAfter(gone: Element): () => void {
  if (!gone.contains(document.activeElement)) return () => {}
  const selector = gone.localName === 'form' ? undefined : kindOf(gone)
  const place = selector === undefined ? 0 : seen(selector).filter((one) => isBefore(one, gone)).length
  return () => {
    const active = document.activeElement
    if (active && active !== document.body && active.getClientRects().length > 0) return
    const left = selector === undefined ? [] : seen(selector)
    focusOn(left[Math.min(place, left.length - 1)] ?? document.querySelector<HTMLElement>('main h1'))
  }
}

const kindOf = (element: Element): string => {
  const kind = ['card', 'post', 'task'].find((one) => element.classList.contains(one))
  return kind === undefined ? 'main li' : `main .${kind}`
}

const isBefore = (one: Element, other: Element): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

/** Elements held for undo are hidden and do not count. */
const seen = (selector: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.getClientRects().length > 0)

export function focusOn(element: HTMLElement | null | undefined): void {
  if (!element) return
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'nearest' })
}
