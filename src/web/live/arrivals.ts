import { newElement } from '../new_element.ts'
import type { OnPage } from '../on_page.ts'
import { postsShown } from './posts_shown.ts'
import { say } from './say.ts'

/**
 * Reports posts that arrive while the page is read: seen at once at its end, otherwise counted at the window's foot.
 */
export function followArrivals({ whenDrawn }: OnPage): void {
  let known = posts()
  const unseen = new Set<Element>()
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      seen.unobserve(target)
      unseen.delete(target)
    }
    show()
  })
  const pill = newElement('button', { class: 'below', type: 'button' })
  pill.addEventListener('click', () => {
    const [first] = unseen
    first?.scrollIntoView({ block: 'center' })
    if (first instanceof HTMLElement) {
      first.tabIndex = -1
      first.focus({ preventScroll: true })
    }
  })

  let place = location.pathname
  whenDrawn(() => {
    const now = posts()
    const came = place === location.pathname ? [...now.keys()].filter((id) => !known.has(id)) : []
    known = now
    place = location.pathname
    for (const one of unseen) if (!one.isConnected) unseen.delete(one)
    for (const id of came) {
      const post = now.get(id)!
      if (post.getBoundingClientRect().top < innerHeight) continue
      unseen.add(post)
      seen.observe(post)
    }
    if (show() && came.length > 0) say(countWords(unseen.size))
    listen()
  })
  addEventListener('scroll', listen, { passive: true })

  function show(): boolean {
    if (unseen.size === 0) {
      pill.remove()
      return false
    }
    pill.textContent = `${countWords(unseen.size)} ↓`
    if (!pill.isConnected) document.body.append(pill)
    return true
  }
}

const countWords = (count: number): string => (count === 1 ? '1 new post' : `${count} new posts`)

const posts = (): Map<string, Element> =>
  new Map([...document.querySelectorAll('main .post[id]:not([data-own])')].map((post) => [post.id, post]))

/** Announces new posts when the reader is at the end; further up only their number is announced. */
function listen(): void {
  const log = postsShown()
  if (!log) return
  const atEnd = log.getBoundingClientRect().bottom < innerHeight + 80
  if (log.getAttribute('role') !== 'log') log.setAttribute('role', 'log')
  const live = atEnd ? 'polite' : 'off'
  if (log.getAttribute('aria-live') !== live) log.setAttribute('aria-live', live)
}
