import { newElement } from '../new_element.ts'

/** A list of choices for a text field: the arrow keys move in the list while the field keeps the focus. */
interface Choices<One> {
  show(all: readonly One[]): void
  /** Adds choices at the end, so that the marked one stays the same. */
  add(more: readonly One[]): void
  /** Handles a key. Returns whether the list used it. */
  takes(event: KeyboardEvent): boolean
  readonly isOpen: boolean
}

interface Label {
  readonly said: string
  readonly beside?: string
}

export function openChoices<One>(
  field: HTMLInputElement | HTMLTextAreaElement,
  list: HTMLElement,
  labelOf: (one: One) => Label,
  choose: (one: One) => void,
): Choices<One> {
  let shown: readonly One[] = []
  let at = 0
  list.className = 'choices'
  list.hidden = true
  list.setAttribute('role', 'listbox')
  field.setAttribute('aria-controls', list.id)
  field.setAttribute('aria-autocomplete', 'list')

  function draw(): void {
    const options = shown.map((one, place) => option(`${list.id}-${place}`, labelOf(one), () => choose(one)))
    for (const [place, item] of options.entries()) item.ariaSelected = String(place === at)
    list.replaceChildren(...options)
    list.hidden = shown.length === 0
    if (field.matches('[role=combobox]')) field.ariaExpanded = String(!list.hidden)
    if (shown.length > 0) field.setAttribute('aria-activedescendant', `${list.id}-${at}`)
    else field.removeAttribute('aria-activedescendant')
    list.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }

  return {
    get isOpen() {
      return shown.length > 0
    },
    show(all) {
      shown = all
      at = 0
      draw()
    },
    add(more) {
      shown = [...shown, ...more]
      draw()
    },
    takes({ key }) {
      const chosen = shown[at]
      if (chosen === undefined) return false
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        at = (at + (key === 'ArrowDown' ? 1 : shown.length - 1)) % shown.length
        draw()
      } else if (key === 'Enter' || key === 'Tab') choose(chosen)
      else return false
      return true
    },
  }
}

function option(id: string, { said, beside }: Label, choose: () => void): HTMLElement {
  const item = newElement('li', { id, role: 'option' }, said)
  if (beside) item.append(newElement('span', { class: 'small soft' }, ` ${beside}`))
  // pointerdown comes before the field loses the focus
  item.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    choose()
  })
  return item
}
