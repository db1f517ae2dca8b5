import type { ActForm } from '../render/act_fields.ts'
import { browser } from '../rules/limits.ts'
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

const waiting = new Set<Unheard>()
let leaving = false

addEventListener(
  'pagehide',
  () => {
    leaving = true
    if (waiting.size > 0) write([...read(), ...waiting])
  },
  // before what is held goes out
  true,
)
addEventListener('pageshow', () => {
  leaving = false
})

/** Gives what is called with the answer. Only acts that can be asked about once more are waited for: to end twice is to end. */
export function awaitAnswer(one: Unheard): (outcome: Outcome) => void {
  if (!/^(ui_|revoke$)/.test(one.act) || one.args['idempotency_key'] === undefined) return () => undefined
  waiting.add(one)
  if (leaving) keepUnheard(one)
  return (outcome) => {
    // a page that is left hears of nothing any more
    if (leaving && outcome.is === 'offline') return
    waiting.delete(one)
    if (!leaving) return
    write(read().filter(({ args }) => args['idempotency_key'] !== one.args['idempotency_key']))
  }
}

export const keepUnheard = (one: Unheard): void => write([...read(), one])

/** Those that a page before this one left; whoever takes them asks for their answers. */
export function takeUnheard(): readonly Unheard[] {
  const left = read()
  if (left.length > 0) write([])
  return left.filter(({ at }) => at > Date.now() - browser.unheard)
}

const name = (): string | undefined => {
  const who = document.querySelector('.bar .yours')?.getAttribute('data-me')
  return who ? `svc-unheard:${who}` : undefined
}

function read(): readonly Unheard[] {
  const kept = name()
  try {
    return kept === undefined ? [] : (JSON.parse(localStorage.getItem(kept) ?? '[]') as Unheard[])
  } catch {
    return []
  }
}

function write(all: readonly Unheard[]): void {
  const kept = name()
  if (kept === undefined) return
  try {
    if (all.length === 0) localStorage.removeItem(kept)
    else localStorage.setItem(kept, JSON.stringify(all))
  } catch {
    // a browser that keeps nothing: the next page shows what stands
  }
}
