import type { OnPage } from './on_page.ts'

/** Links and words that are there to be taken elsewhere: a click copies them. */
export function takeCopies({ tell, whenDrawn }: OnPage): void {
  // without this script nothing would happen, so they are not seen
  whenDrawn(() => {
    for (const thing of document.querySelectorAll<HTMLElement>('[data-copy][hidden]')) thing.hidden = false
  })
  document.addEventListener('click', (event) => {
    const thing = event.target instanceof Element && event.target.closest<HTMLElement>('[data-copy]')
    if (!thing || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    thing.closest('details.menu')?.removeAttribute('open')
    navigator.clipboard.writeText(wordsOf(thing)).then(
      () => tell('Copied.'),
      () => tell('It could not be copied. Select it and copy it by hand.'),
    )
  })
}

/** Of a link its address, of a button the words of what it names. */
function wordsOf(thing: HTMLElement): string {
  if (thing instanceof HTMLAnchorElement) return thing.href
  return document.getElementById(thing.dataset['copy'] ?? '')?.textContent.trim() ?? ''
}
