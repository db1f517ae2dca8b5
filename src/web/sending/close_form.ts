import type { ActForm } from '../../render/acts/act_fields.ts'
import { formsClosed } from '../../render/acts/form_options.ts'
import { fieldsOf, isForWords } from '../live/in_use.ts'

/** Closes the menus around or inside the form. */
export function closeMenus(form: HTMLFormElement): void {
  for (const menu of document.querySelectorAll('details.menu[open]')) {
    if (menu.contains(form) || form.contains(menu)) menu.removeAttribute('open')
  }
}

/** Removes the option that opened the form from the address. Returns whether there was one. */
export function closeForm(act: string): boolean {
  const here = location.pathname + location.search
  const closed = formsClosed(here, act)
  if (closed !== here) history.replaceState(history.state, '', closed)
  return closed !== here
}

/** Resets the form and closes the details around it, unless its text changed while it was being sent. */
export function emptied(form: HTMLFormElement, { fields }: ActForm): void {
  const same = fieldsOf(form).every((field) => !isForWords(field) || (fields[field.name] ?? '') === field.value)
  if (!same) return
  form.reset()
  const around = form.parentElement
  if (around instanceof HTMLDetailsElement) around.open = false
}
