import type { ActForm } from '../render/act_fields.ts'
import type { Outcome } from './call.ts'

/**
 * Acts whose page was left before their answer came: they went out all the same, and the next page asks once more, with
 * the same key, what became of them.
 */
export interface Unheard extends Pick<ActForm, 'act' | 'args' | 'fields'> {
  readonly at: number
  /** the page it was done on */
  readonly path: string
  /** where its words are kept */
  readonly draft?: string
}

/** By their keys: what is sent again is the same act. */
const waiting = new Map<unknown, Unheard>()
let leaving = false
let signedOut = false

addEventListener(
  'pagehide',
  () => {
    leaving = true
    for (const one of waiting.values()) keep(one)
  },
  // before what is held goes out
  true,
)
addEventListener('pageshow', () => {
  leaving = false
})

/** Gives what is called with the answer. Only acts that can be asked about once more are waited for: to end twice is to end. */
export function awaitAnswer(one: Unheard): (outcome: Outcome) => void {
  const key = keyOf(one)
  if (!/^(ui_|revoke$)/.test(one.act) || key === undefined) return () => undefined
  waiting.set(key, one)
  if (leaving) keep(one)
  return (outcome) => {
    // a page that is left hears of nothing any more
    if (leaving && outcome.is === 'offline') return
    waiting.delete(key)
    // it may be kept from when this page was left, and shown again
    dropUnheard(one)
  }
}

const keyOf = ({ args }: Unheard): unknown => args['idempotency_key']

const without = (one: Unheard): Unheard[] => keptUnheard().filter((other) => keyOf(other) !== keyOf(one))

const keep = (one: Unheard): void => write([...without(one), one])

/** It was answered; until then it is kept, through as many pages as it takes. */
export const dropUnheard = (one: Unheard): void => write(without(one))

const all = 'svc-unheard:'

/** Whoever signs out leaves no words on the device, nor does the page that they leave by it. */
export function forgetUnheard(): void {
  signedOut = true
  for (const kept of Object.keys(localStorage)) if (kept.startsWith(all)) localStorage.removeItem(kept)
}

const name = (): string | undefined => {
  const who = document.querySelector('.bar .yours')?.getAttribute('data-me')
  return who ? all + who : undefined
}

export function keptUnheard(): readonly Unheard[] {
  const kept = name()
  try {
    return kept === undefined ? [] : (JSON.parse(localStorage.getItem(kept) ?? '[]') as Unheard[])
  } catch {
    return []
  }
}

function write(all: readonly Unheard[]): void {
  const kept = name()
  if (kept === undefined || signedOut) return
  try {
    if (all.length === 0) localStorage.removeItem(kept)
    else localStorage.setItem(kept, JSON.stringify(all))
  } catch {
    // a browser that keeps nothing: the next page shows what stands
  }
}
