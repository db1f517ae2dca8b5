import { isField } from './in_use.ts'

/**
 * Remembers where something stands that is being written or read; what is given back puts it there again, whatever came
 * in above it.
 */
export function whereItStands(main: Element): () => void {
  const before = candidates(main).map((element) => ({ element, top: element.getBoundingClientRect().top }))
  return () => {
    const stayed = before.find(({ element }) => element.isConnected)
    if (!stayed) return
    const moved = stayed.element.getBoundingClientRect().top - stayed.top
    if (Math.abs(moved) < 1) return
    // a short page has nowhere to go yet, and what its window shows below it is no part of it
    const reach = moved + innerHeight - document.body.getBoundingClientRect().bottom
    if (reach > 0) document.body.style.paddingBottom = `${Math.ceil(reach + room())}px`
    scrollBy({ top: moved, behavior: 'instant' })
  }
}

const room = (): number => Number.parseFloat(getComputedStyle(document.body).paddingBottom) || 0

/** The field in use where it is seen, else the first things that are seen. */
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

/** Some of them may be drawn anew. */
const enough = 12

export function isSeen(element: Element): boolean {
  const { top, bottom, height } = element.getBoundingClientRect()
  return height > 0 && bottom > barHeight() && top < innerHeight
}

const barHeight = (): number => document.querySelector('.bar')?.getBoundingClientRect().bottom ?? 0
