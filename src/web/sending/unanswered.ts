import type { ActForm } from '../../render/acts/act_fields.ts'
import { unheard } from '../drafts/draft_store.ts'
import type { Outcome } from './call.ts'

/**
 * Acts whose page was left before they were answered. They were sent all the same; the next page repeats them with the
 * same idempotency key to learn their outcome.
 */
export interface Unanswered extends Pick<ActForm, 'act' | 'args' | 'fields'> {
  readonly at: number
  /** path of the page of the act */
  readonly path: string
  /** storage keys of its draft */
  readonly drafts?: readonly string[] | undefined
}

/** By idempotency key: sent again, it is the same act. */
const waiting = new Map<unknown, Unanswered>()
let leaving = false
let signedOut = false

addEventListener(
  'pagehide',
  () => {
    leaving = true
    for (const one of waiting.values()) keep(one)
  },
  // capture phase: runs before held acts are sent
  true,
)
addEventListener('pageshow', () => {
  leaving = false
})

/**
 * Returns the function to call with the outcome. Tracks acts that are safe to repeat: app tools, and idempotent
 * `revoke`.
 */
export function awaitAnswer(one: Unanswered): (outcome: Outcome) => void {
  const key = keyOf(one)
  if (!/^(ui_|revoke$)/.test(one.act) || key === undefined) return () => undefined
  waiting.set(key, one)
  if (leaving) keep(one)
  return (outcome) => {
    // a page being left gets no more answers
    if (leaving && outcome.is === 'offline') return
    waiting.delete(key)
    // may be stored, if the page was left and then restored from the back/forward cache
    dropUnanswered(one)
  }
}

const keyOf = ({ args }: Unanswered): unknown => args['idempotency_key']

const without = (one: Unanswered): Unanswered[] => keptUnanswered().filter((other) => keyOf(other) !== keyOf(one))

const keep = (one: Unanswered): void => write([...without(one), one])

/** Called with the answer; until then it is kept across pages. */
export const dropUnanswered = (one: Unanswered): void => write(without(one))

/** Signing out removes all text from the device; the page that is being left stores none after that. */
export const keepNoMore = (): void => void (signedOut = true)

const name = (): string | undefined => {
  const who = document.querySelector('.bar .yours')?.getAttribute('data-me')
  return who ? unheard + who : undefined
}

export function keptUnanswered(): readonly Unanswered[] {
  const kept = name()
  try {
    return kept === undefined ? [] : (JSON.parse(localStorage.getItem(kept) ?? '[]') as Unanswered[])
  } catch {
    return []
  }
}

function write(all: readonly Unanswered[]): void {
  const kept = name()
  if (kept === undefined || signedOut) return
  try {
    if (all.length === 0) localStorage.removeItem(kept)
    else localStorage.setItem(kept, JSON.stringify(all))
  } catch {
    // the browser has no storage: the next page shows the current state
  }
}
