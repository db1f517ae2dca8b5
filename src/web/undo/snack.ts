import { newElement } from '../new_element.ts'

/** Shows one line at the foot of the window: what was done, with its undo while there is one. */
export function showSnack(words: string, undo?: () => void): void {
  const box = place()
  box.replaceChildren(newElement('p', {}, words))
  if (undo) {
    const button = newElement('button', { class: 'plain' }, 'Undo ', newElement('kbd', { 'aria-hidden': 'true' }, 'Z'))
    button.addEventListener('click', undo)
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
  const box = newElement('div', { id: 'snack', role: 'status' })
  document.body.append(box)
  return box
}

export const prepareSnack = (): void => void place()
