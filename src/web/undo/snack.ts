/** One line at the foot of the window: what was done, with its undo while there is one. */

interface Way {
  readonly label: string
  readonly key?: string
  readonly does: () => void
}

export function showSnack(words: string, way?: Way): void {
  const box = place()
  const said = document.createElement('p')
  said.textContent = words
  box.replaceChildren(said)
  if (way) {
    const button = document.createElement('button')
    button.className = 'plain'
    button.textContent = way.label
    if (way.key !== undefined) {
      const key = document.createElement('kbd')
      key.ariaHidden = 'true'
      key.textContent = way.key
      button.append(' ', key)
    }
    button.addEventListener('click', way.does)
    box.append(button)
  }
  box.className = 'snack'
}

export function hideSnack(): void {
  const box = place()
  box.className = ''
  box.replaceChildren()
}

/** Pauses the timeout while the pointer or focus is on it. */
export const isSnackHeld = (): boolean => place().matches(':hover, :focus-within')

/** Created empty, because only changes to an existing live region are announced. */
const place = (): HTMLElement => document.getElementById('snack') ?? made()

function made(): HTMLElement {
  const box = document.createElement('div')
  box.id = 'snack'
  box.setAttribute('role', 'status')
  document.body.append(box)
  return box
}

export const prepareSnack = (): void => void place()
