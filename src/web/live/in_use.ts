import { steering } from '../../render/acts/act_fields.ts'

/** Detects what the reader is using on a page, which must not change under them. */

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export const isField = (node: unknown): node is Field =>
  node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement || node instanceof HTMLSelectElement

export const fieldsOf = (form: HTMLFormElement): Field[] => [...form.elements].filter(isField)

export const isForWords = (node: unknown): node is HTMLInputElement | HTMLTextAreaElement =>
  node instanceof HTMLTextAreaElement || (node instanceof HTMLInputElement && wordTypes.has(node.type))

const wordTypes = new Set(['text', 'search', 'email', 'number', 'password'])

/** Whether the value differs from the one the page was loaded with. */
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

/** Focused, changed, or being sent. */
export const isInUse = (form: HTMLFormElement): boolean =>
  isSending(form) || fieldsOf(form).some((field) => field === document.activeElement || isChanged(field))

/** Contains text that is stored nowhere else, or is about to. The page itself focuses a field where nothing is typed yet. */
export const holdsWords = (form: HTMLFormElement): boolean =>
  fieldsOf(form).some(
    (field) =>
      isForWords(field) &&
      (isSending(form) || (field === document.activeElement && !field.autofocus) || isChanged(field)),
  )

/**
 * The identity of a form: its act and the records it names, without the version, the words of a conflict and whether it only
 * suggests, which go by what others did. Forms with the same identity mean the same.
 */
export const aboutOf = (form: HTMLFormElement): string =>
  fieldsOf(form)
    .filter(({ type, name }) => type === 'hidden' && !isSteering(name) && !/^(base|takes|propose)/.test(name))
    .map(({ name, value }) => `${name}=${value}`)
    .join(' ')

/** Fields that do not affect what the act does. */
export const isSteering = (name: string): boolean => name === 'idempotency_key' || steering.has(name)
