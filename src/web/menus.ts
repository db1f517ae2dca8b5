/** What somebody opens is seen: a menu is scrolled to, and a form that begins with a field for words has the cursor there. */
export function showOpened(): void {
  // the event does not bubble
  document.addEventListener('toggle', scrollToMenu, true)
  document.addEventListener('click', writeInIt)
}

function scrollToMenu({ target }: Event): void {
  if (target instanceof HTMLDetailsElement && target.open && target.matches('.menu'))
    target.lastElementChild?.scrollIntoView({ block: 'nearest' })
}

/** The letters that come next are words: elsewhere they would be shortcuts, and answer the card. So nothing comes between. */
function writeInIt(event: MouseEvent): void {
  const opened = (event.target as Element).closest<HTMLDetailsElement>('details')
  const field = opened?.querySelector<HTMLElement>(firstField)
  // a choice or a warning that stands before the words is read first, and letters would change a choice
  if (!field?.matches('textarea, input:not([type])') || opened!.open) return
  event.preventDefault()
  opened!.open = true
  field.focus()
}

const firstField = ':scope > form :is(textarea, select, input:not([type=hidden]))'
