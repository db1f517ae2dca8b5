import { browser } from '../../rules/limits.ts'
import { newElement } from '../new_element.ts'
import { waitAfter } from './backoff.ts'
import { plainNotice } from './notice.ts'
import type { OnPage } from '../on_page.ts'

/**
 * Sends a form without an answer again, with the same idempotency key, unless its author goes on writing: half a
 * sentence is not sent.
 */
export function sendAgain(
  { putNotice, takeNotice }: OnPage,
  form: HTMLFormElement,
  tries: number,
  why: 'busy' | 'offline',
  least: number,
  send: () => void,
): void {
  let left = Math.ceil(waitAfter(tries + 1, least, browser.sendAgain) / 1000)
  const end = (): void => {
    stop()
    takeNotice(form)
  }
  const go = (): void => {
    end()
    send()
  }
  const { notice, said } = plainNotice('', why === 'busy' ? 'Now' : 'Try now', go)
  // a screen reader should not read a countdown
  const count = newElement('span', { 'aria-live': 'off' }, ` Trying again in ${left} s.`)
  said.append(
    why === 'busy'
      ? 'svc is busy. This waits here until it is done.'
      : 'No connection. You can go on writing; it stays on this device.',
    count,
  )
  const timer = setInterval(() => {
    count.textContent = ` Trying again in ${--left} s.`
    if (left <= 0) go()
  }, 1000)
  const stop = (): void => {
    clearInterval(timer)
    removeEventListener('online', go)
    form.removeEventListener('input', writesOn)
    form.removeEventListener('submit', pressed)
  }
  const writesOn = (): void => {
    stop()
    count.remove()
  }
  const pressed = ({ submitter }: SubmitEvent): void => {
    if (submitter?.getAttribute('name') !== 'preview') end()
  }
  form.addEventListener('input', writesOn)
  // when sent by hand meanwhile, sending again would post twice
  form.addEventListener('submit', pressed)
  if (why === 'offline') addEventListener('online', go)
  putNotice(form, notice)
  // the pressed button may be far below the notice
  if (tries === 0) notice.scrollIntoView({ block: 'nearest' })
}
