import { isField } from './in_use.ts'

/**
 * Remembers the position of what is being written or read. The returned function scrolls it back there after insertions
 * above it.
 */
export function keepScrollPosition(main: Element): () => void {
  const before = candidates(main).map((element) => ({ element, top: element.getBoundingClientRect().top }))
  return () => {
    const stayed = before.find(({ element }) => element.isConnected)
    if (!stayed) return
    const moved = stayed.element.getBoundingClientRect().top - stayed.top
    if (Math.abs(moved) < 1) return
    // a short page cannot scroll far enough without padding; the empty window below the body does not count
    const reach = moved + innerHeight - document.body.getBoundingClientRect().bottom
    if (reach > 0) document.body.style.paddingBottom = `${Math.ceil(reach + room())}px`
    scrollBy({ top: moved, behavior: 'instant' })
  }
}

const room = (): number => Number.parseFloat(getComputedStyle(document.body).paddingBottom) || 0

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
  return height > 0 && bottom > barHeight() && top < innerHeight
}

/** Where the bar ends that covers the top of the window; it may have been scrolled away. */
const barHeight = (): number => Math.max(0, document.querySelector('.bar')?.getBoundingClientRect().bottom ?? 0)
