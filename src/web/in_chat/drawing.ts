import type { Html } from '../../render/html.ts'
import { showLocalTimes } from '../times.ts'
import { trusted } from '../trusted.ts'

/** Replaces the card; text in its fields and the focus are kept, and what holds such text or a refusal is open. */
export function draw(main: HTMLElement, markup: Html, sent?: HTMLFormElement): void {
  const words = wordsIn(main, sent)
  const focused = document.activeElement
  const place = focused instanceof HTMLElement && main.contains(focused) ? nameOf(focused) : undefined
  main.innerHTML = trusted(String(markup))
  showLocalTimes(main)
  for (const field of fieldsIn(main)) {
    const kept = words.get(nameOf(field))
    if (kept === undefined) continue
    field.value = kept
    reveal(field)
  }
  main.querySelectorAll('[role=alert]').forEach(reveal)
  if (place !== undefined) {
    const same = [...main.querySelectorAll<HTMLElement>(focusable)].find((one) => nameOf(one) === place)
    ;(same ?? main.querySelector<HTMLElement>('h2'))?.focus()
  }
}

function reveal(element: Element): void {
  const around = element.parentElement?.closest('details')
  if (!around) return
  around.open = true
  reveal(around)
}

/** Returns an element made from markup, to be placed beside the card. */
export function elementFrom(markup: Html): HTMLElement {
  const holder = document.createElement('template')
  holder.innerHTML = trusted(String(markup))
  const element = holder.content.firstElementChild as HTMLElement
  showLocalTimes(element)
  return element
}

const focusable = 'a[href], button, input:not([type=hidden]), textarea, select, summary'

type Field = HTMLInputElement | HTMLTextAreaElement

export const fieldsIn = (within: ParentNode): readonly Field[] => [
  ...within.querySelectorAll<Field>('textarea, input[type=text], input:not([type])'),
]

function wordsIn(main: HTMLElement, sent: HTMLFormElement | undefined): ReadonlyMap<string, string> {
  const written = fieldsIn(main).filter((field) => field.form !== sent && field.value !== field.defaultValue)
  return new Map(written.map((field) => [nameOf(field), field.value]))
}

/** An identity of an element that is stable across redraws. */
export function nameOf(element: HTMLElement): string {
  const form = element.closest('form')
  const hidden = [...(form?.querySelectorAll<HTMLInputElement>('input[type=hidden]') ?? [])]
    .filter(({ name }) => name !== 'idempotency_key')
    .map(({ name, value }) => `${name}=${value}`)
  const own = ['name', 'value', 'href', 'id'].map((name) => element.getAttribute(name))
  return [element.tagName, ...own, ...hidden].join('|')
}
