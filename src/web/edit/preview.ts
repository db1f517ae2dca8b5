import { newElement } from '../new_element.ts'
import type { OnPage } from '../on_page.ts'
import { renderedText } from './rendered_text.ts'

/** Switches a composer between its text field and a preview. */
export function togglePreview(page: OnPage, form: HTMLFormElement): void {
  const field = form.querySelector('textarea')
  const button = form.querySelector('button[name=preview]')
  if (!field || !button) return
  const shown = form.querySelector('.preview')
  if (shown) {
    closePreview(form)
    field.focus()
    return
  }
  const preview = newElement(
    'div',
    {
      class: 'preview said',
      id: 'preview-of-words',
      'data-own': '',
      tabindex: '-1',
      role: 'group',
      'aria-label': 'As it will read',
    },
    ...(field.value.trim() === '' ? ['Nothing is written yet.'] : renderedText(page, field.value, { top: 3 })),
  )
  field.after(preview)
  field.hidden = true
  button.setAttribute('aria-pressed', 'true')
  preview.focus()
  // what is sent is no draft any more
  form.addEventListener('submit', ({ submitter }) => submitter !== button && closePreview(form), { once: true })
}

function closePreview(form: HTMLFormElement): void {
  form.querySelector('.preview')?.remove()
  for (const field of form.querySelectorAll('textarea')) field.hidden = false
  form.querySelector('button[name=preview]')?.setAttribute('aria-pressed', 'false')
}
