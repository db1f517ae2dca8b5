import { expect } from 'chai'
import { openDoors } from './doors_alone.ts'

/** A client asks for what takes long, and goes: its call is told. */
export async function tellsTheCallThatItsClientLeft(path: string, request: RequestInit): Promise<void> {
  let gone: Promise<unknown> | undefined
  const waiting = await openDoors((_, __, { signal }) => {
    gone = new Promise((resolve) => signal.addEventListener('abort', resolve))
    return new Promise(() => {})
  })
  const leave = new AbortController()
  const asked = fetch(waiting.url + path, { method: 'POST', ...request, signal: leave.signal }).catch(() => 'left')
  while (!gone) await new Promise((resolve) => setImmediate(resolve))
  leave.abort()
  expect(await asked).to.equal('left')
  await gone
  await waiting.close()
}
