/** Keeps keyboard work going: when the focused element disappears, the next one like it is focused. */
export function focusAfter(gone: Element | null | undefined): () => void {
  if (!gone?.contains(document.activeElement)) return () => {}
  const like = likeOf(gone)
  const place = seen(like).filter((one) => isBefore(one, gone)).length
  return () => {
    const active = document.activeElement
    if (active && active !== document.body && active.getClientRects().length > 0) return
    const left = seen(like)
    focusOn(left[place] ?? left.at(-1) ?? document.querySelector<HTMLElement>('main h1'))
  }
}

/** Selects what is like the element; the heading after a form, which stands for itself. */
const likeOf = (element: Element): string =>
  `main ${['.card', '.task', '.post', '.note', 'li'].find((kind) => element.matches(kind)) ?? 'h1'}`

const isBefore = (one: Element, other: Element): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

/** Elements held for undo are hidden and do not count. */
export const seen = (selector: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.getClientRects().length > 0)

export function focusOn(element: HTMLElement | null | undefined): void {
  if (!element) return
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'nearest' })
}
