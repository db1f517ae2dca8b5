/** What somebody reads or writes on a page right now, and therefore stays as it is. */

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export const isField = (node: unknown): node is Field =>
  node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement || node instanceof HTMLSelectElement

export const fieldsOf = (form: HTMLFormElement): Field[] => [...form.elements].filter(isField)

/** A field that words are written in. */
export const isForWords = (node: unknown): node is HTMLInputElement | HTMLTextAreaElement =>
  node instanceof HTMLTextAreaElement || (node instanceof HTMLInputElement && wordTypes.has(node.type))

const wordTypes = new Set(['text', 'search', 'email', 'url', 'tel', 'number', 'password'])

/** Whether it holds something else than the page gave it. */
export function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const given = [...field.options].findIndex(({ defaultSelected }) => defaultSelected)
    return !field.multiple && field.options.length > 0 && field.selectedIndex !== Math.max(0, given)
  }
  if (field.type === 'checkbox' || field.type === 'radio') {
    const { checked, defaultChecked } = field as HTMLInputElement
    return checked !== defaultChecked
  }
  return field.value !== field.defaultValue
}

export const isSending = (form: HTMLFormElement): boolean => form.ariaBusy === 'true'

/** Somebody writes in it, wrote in it or chose something, or it is on its way. */
export const isInUse = (form: HTMLFormElement): boolean =>
  isSending(form) || fieldsOf(form).some((field) => field === document.activeElement || isChanged(field))

/** It holds words that stand nowhere else. */
export const holdsWords = (form: HTMLFormElement): boolean =>
  isSending(form) ||
  fieldsOf(form).some((field) => isForWords(field) && (field === document.activeElement || isChanged(field)))

/** What a form is about: its act and the records it names. Two forms with the same mean the same. */
export const aboutOf = (form: HTMLFormElement): string =>
  fieldsOf(form)
    .filter(({ type, name }) => type === 'hidden' && !steering.has(name) && !name.startsWith('base'))
    .map(({ name, value }) => `${name}=${value}`)
    .join(' ')

/** Fields that say nothing of what is done. */
export const steering = new Set(['idempotency_key', 'what', 'back'])
