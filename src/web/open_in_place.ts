import { opening } from '../render/acts/form_options.ts'
import type { OnPage } from './on_page.ts'

/** Opens a link to a form on the same page in place, without leaving the page. */
export function openInPlace(page: OnPage): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('main a[href]')
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return
    const to = new URL(link.href)
    if (to.origin !== location.origin || to.pathname !== location.pathname) return
    if (!opening.some((name) => to.searchParams.has(name)) || isEditor(to)) return
    event.preventDefault()
    void open(page, link, to)
  })
  addEventListener('popstate', () => void page.refresh({ byAct: true }))
}

/** The editor of a pad is a page of its own, which loads its part of the script. */
const isEditor = ({ pathname, searchParams }: URL): boolean => pathname.startsWith('/p/') && searchParams.has('edit')

async function open({ draw, parsed }: OnPage, link: HTMLAnchorElement, to: URL): Promise<void> {
  try {
    const answer = await fetch(to.pathname + to.search, { headers: { Accept: 'text/html' } })
    if (answer.redirected || !answer.ok) return location.assign(to)
    const page = parsed(await answer.text())
    history.pushState(null, '', to)
    // the menu around the link would cover the form
    link.closest('details.menu')?.removeAttribute('open')
    draw(page)
    const form =
      (to.hash && document.querySelector(to.hash)) || document.querySelector('main form :is(textarea, [autofocus])')
    const field = form?.matches('textarea, input')
      ? form
      : form?.querySelector('select, textarea, input:not([type=hidden])')
    if (field instanceof HTMLElement) field.focus()
  } catch {
    location.assign(to)
  }
}
