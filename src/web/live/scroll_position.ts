import { isField } from './in_use.ts'

/** A window scrolls by whole pixels: the part of one that was left, since such parts add up. */
let left = 0

/**
 * Remembers the position of what is being written or read. The returned function scrolls it back there after insertions
 * above it.
 */
export function keepScrollPosition(main: Element): () => void {
  const before = candidates(main).map((element) => ({ element, top: element.getBoundingClientRect().top - left }))
  return () => {
    const stayed = before.find(({ element }) => element.isConnected)
    if (!stayed) return
    const moved = stayed.element.getBoundingClientRect().top - stayed.top
    left = moved % 1
    if (moved === left) return
    // a short page cannot scroll far enough without padding; the empty window below the body does not count
    const { body } = document
    const reach = moved + innerHeight - body.getBoundingClientRect().bottom
    const room = Number.parseFloat(getComputedStyle(body).paddingBottom)
    if (reach > 0) body.style.paddingBottom = `${Math.ceil(reach + room)}px`
    scrollBy({ top: moved - left, behavior: 'instant' })
  }
}

/** The focused field when visible, else the first visible elements. */
function candidates(main: Element): Element[] {
  const active = document.activeElement
  if (isField(active) && isSeen(active)) return [active]
  if (scrollY === 0) return []
  const seen: Element[] = []
  for (const element of main.querySelectorAll('.post, .card, .part, li, p, tr, h1, h2, h3')) {
    if (!isSeen(element)) continue
    seen.push(element)
    if (seen.length === enough) break
  }
  return seen
}

/** Several, since some of them may be redrawn. */
const enough = 12

export function isSeen(element: Element): boolean {
  const { top, bottom, height } = element.getBoundingClientRect()
  // the bar covers the top of the window; it may have been scrolled away
  const covered = document.querySelector('.bar')?.getBoundingClientRect().bottom ?? 0
  return height > 0 && bottom > Math.max(0, covered) && top < innerHeight
}
