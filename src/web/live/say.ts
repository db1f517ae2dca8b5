import { browser } from '../../rules/limits.ts'
import { newElement } from '../new_element.ts'

/** Announces a message to screen readers, throttled: the newest message replaces one that is waiting. */
let last = -Infinity
let next: string | undefined

export function say(words: string): void {
  const wait = last + browser.sayEvery - performance.now()
  if (wait <= 0) return speak(words)
  if (next === undefined) setTimeout(() => speak(next!), wait)
  next = words
}

function speak(words: string): void {
  next = undefined
  last = performance.now()
  voice().textContent = words
}

const voice = (): Element => document.getElementById('voice') ?? made()

function made(): Element {
  const voice = newElement('p', { id: 'voice', class: 'hide', role: 'status' })
  document.body.append(voice)
  return voice
}
