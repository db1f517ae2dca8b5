import { browser } from '../../rules/limits.ts'
import { newElement } from '../new_element.ts'

/** Marks the form as being sent, so that a second click is ignored. A quick answer shows nothing. */
export function busy(form: HTMLFormElement): () => void {
  form.ariaBusy = 'true'
  const said = newElement('span', { class: 'small soft', id: `sending-${++count}`, role: 'status', 'data-own': '' })
  const timer = setTimeout(() => {
    ;(form.querySelector('.acts') ?? form).append(said)
    said.textContent = 'Sending…'
  }, browser.sayBusyAfter)
  return () => {
    clearTimeout(timer)
    said.remove()
    form.ariaBusy = null
  }
}

let count = 0
