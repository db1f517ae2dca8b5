import { browser } from '../rules/limits.ts'

/** The form is on its way and takes no second click; what is quick says nothing about it. */
export function busy(form: HTMLFormElement): () => void {
  form.ariaBusy = 'true'
  const said = document.createElement('span')
  said.className = 'small soft'
  said.setAttribute('role', 'status')
  said.setAttribute('data-own', '')
  said.id = `sending-${crypto.getRandomValues(new Uint32Array(1))[0]}`
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
