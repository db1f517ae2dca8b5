import { newElement } from '../new_element.ts'

/** Shows an error at the head of the form; its text stays. */
export function putNotice(form: HTMLFormElement, notice: HTMLElement): void {
  takeNotice(form)
  notice.id = `notice-${++count}`
  notice.setAttribute('data-own', '')
  const first = [...form.children].find((child) => !(child instanceof HTMLInputElement && child.type === 'hidden'))
  if (first) first.before(notice)
  else form.append(notice)
  const field = form.querySelector<HTMLElement>(
    'textarea, input:not([type=hidden]):not([type=radio]):not([type=checkbox])',
  )
  field?.setAttribute('aria-describedby', notice.id)
}

let count = 0

export function takeNotice(form: HTMLFormElement): void {
  form.querySelector('[data-way]')?.remove()
  // also removes the page's own notice, which the next submission supersedes
  for (const notice of form.querySelectorAll(':scope > .notice[role=alert]')) {
    form.querySelector(`[aria-describedby="${CSS.escape(notice.id)}"]`)?.removeAttribute('aria-describedby')
    notice.remove()
  }
}

/** A sentence with a button. */
export function plainNotice(words: string, label: string, does: () => void): { notice: HTMLElement; said: Element } {
  const said = newElement('p', {}, words)
  const button = newElement('button', { type: 'button' }, label)
  button.addEventListener('click', does)
  return { notice: newElement('div', { class: 'notice wrong', role: 'alert' }, said, button), said }
}
