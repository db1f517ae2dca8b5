/** Opening a menu scrolls to it; opening a form that begins with a text field puts the cursor there. */
export function showOpened(): void {
  // the event does not bubble
  document.addEventListener('toggle', scrollToMenu, true)
  document.addEventListener('click', writeInIt)
}

function scrollToMenu({ target }: Event): void {
  if (target instanceof HTMLDetailsElement && target.open && target.matches('.menu'))
    target.lastElementChild?.scrollIntoView({ block: 'nearest' })
}

/** The field is focused at once: otherwise the next letters would act as shortcuts and answer the card. */
function writeInIt(event: MouseEvent): void {
  const opened = (event.target as Element).closest<HTMLDetailsElement>('details')
  const field = opened?.querySelector<HTMLElement>(firstField)
  // a choice or warning before the text field is read first, and typing would change the choice
  if (!field?.matches('textarea, input:not([type])') || opened!.open) return
  event.preventDefault()
  opened!.open = true
  field.focus()
}

const firstField = ':scope > form :is(textarea, select, input:not([type=hidden]))'
