import type { OnPage } from './on_page.ts'

/** Copies links and texts on a click. */
export function takeCopies({ tell, whenDrawn }: OnPage): void {
  // these elements do nothing without this script, so the page hides them at first
  whenDrawn(() => {
    for (const thing of document.querySelectorAll<HTMLElement>('[data-copy][hidden]')) thing.hidden = false
  })
  document.addEventListener('click', (event) => {
    const thing = event.target instanceof Element && event.target.closest<HTMLElement>('[data-copy]')
    if (!thing || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    thing.closest('details.menu')?.removeAttribute('open')
    void copy(wordsOf(thing)).then(
      () => tell('Copied.'),
      () => tell('It could not be copied. Select it and copy it by hand.'),
    )
  })
}

/** Rejects where there is no clipboard too: the page is not served securely. */
const copy = async (words: string): Promise<void> => navigator.clipboard.writeText(words)

/** Returns a link's address, or the text of the element that a button names. */
function wordsOf(thing: HTMLElement): string {
  if (thing instanceof HTMLAnchorElement) return thing.href
  return document.getElementById(thing.dataset['copy'] ?? '')?.textContent.trim() ?? ''
}
