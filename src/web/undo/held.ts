import { aboutOf } from '../live/in_use.ts'
import { whenDrawn } from '../live/refresh.ts'

/** Acts held for undo, by the identity of their forms; their cards are hidden meanwhile. */
const held = new Set<string>()

export function holdBack(about: string): void {
  held.add(about)
  hide()
}

export function letGo(about: string): void {
  held.delete(about)
  hide()
}

/** Runs after each redraw, since an element may then represent another record. */
function hide(): void {
  const before = new Set(document.querySelectorAll<HTMLElement>('[data-held]'))
  for (const form of document.forms) {
    if (held.size === 0 || !held.has(aboutOf(form))) continue
    const card = cardOf(form)
    card.hidden = true
    card.setAttribute('data-held', aboutOf(form))
    before.delete(card)
  }
  for (const card of before) {
    card.hidden = false
    card.removeAttribute('data-held')
  }
}

/** The element that disappears with a form's act. */
export const cardOf = (form: Element): HTMLElement =>
  form.closest<HTMLElement>('.card, .task, .post, .note, li') ?? (form as HTMLElement)

export const prepareHeld = (): void => whenDrawn(hide)
