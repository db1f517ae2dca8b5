import { browser } from '../../rules/limits.ts'
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
  const wait = waitBefore(tries, least)
  let left = Math.ceil(wait / 1000)
  const end = (): void => {
    stop()
    takeNotice(form)
  }
  const go = (): void => {
    end()
    send()
  }
  const { notice, said } = plainNotice('', why === 'busy' ? 'Now' : 'Try now', go)
  const count = document.createElement('span')
  // a screen reader should not read a countdown
  count.setAttribute('aria-live', 'off')
  count.textContent = ` Trying again in ${left} s.`
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
  // sent by hand meanwhile: what would be sent later is another post
  form.addEventListener('submit', pressed)
  if (why === 'offline') addEventListener('online', go)
  putNotice(form, notice)
  // whoever pressed a button far below hears of it
  if (tries === 0) notice.scrollIntoView({ block: 'nearest' })
}

/** Milliseconds before the next try: at least what the service asked for, doubled with each try up to a limit. */
const waitBefore = (tries: number, told: number): number =>
  Math.min(Math.max(told, browser.sendAgain.least * 2 ** tries), Math.max(told, browser.sendAgain.most))
