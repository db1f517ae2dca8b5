import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { refusals } from '../../../rules/limits.ts'
import { minutes } from '../../../rules/units.ts'

/** Callers that this instance refuses repeatedly: each further refusal costs it less, and the caller more time. */
export interface OftenRefused {
  /** Epoch ms until which its writes are off; undefined when this instance knows of no cooldown. */
  cooling(subject: string, now: number): number | undefined
  cools(subject: string, until: number, now: number): void
  /** Refusals in the current minute. */
  lately(subject: string, now: number): number
  /** Counts a refusal. Resolves when it may be sent; beyond a number in a minute they are spaced out. */
  refused(subject: string, now: number, signal: AbortSignal): Promise<void>
  /** Returns what a refusal hands out: newly made at first, beyond a few in a minute the last one again. */
  handed<Thing>(subject: string, now: number, make: () => Promise<Thing>): Promise<Thing>
}

interface Known {
  minuteBegan: number
  count: number
  made: number
  last?: Promise<unknown>
  coolsUntil: number
  /** process time, not service time: the test clock may stand still */
  nextAt: number
}

export function openOftenRefused(): OftenRefused {
  const all = new LRUCache<string, Known>({ max: 10_000 })

  function known(subject: string, now: number): Known {
    let one = all.get(subject)
    if (!one) all.set(subject, (one = { minuteBegan: now, count: 0, made: 0, coolsUntil: 0, nextAt: 0 }))
    if (now < one.minuteBegan || now >= one.minuteBegan + minutes(1)) {
      one.minuteBegan = now
      one.count = one.made = 0
      delete one.last
    }
    return one
  }

  return {
    cooling(subject, now) {
      const until = all.get(subject)?.coolsUntil ?? 0
      return until > now ? until : undefined
    },
    cools(subject, until, now) {
      known(subject, now).coolsUntil = until
    },
    lately: (subject, now) => known(subject, now).count,
    async refused(subject, now, signal) {
      const one = known(subject, now)
      one.count++
      if (one.count <= refusals.atOnce) return
      const at = performance.now()
      one.nextAt = Math.min(Math.max(at, one.nextAt) + minutes(1) / refusals.atOnce, at + refusals.longestWait)
      await pause(one.nextAt - at, undefined, { signal }).catch(() => undefined)
    },
    async handed<Thing>(subject: string, now: number, make: () => Promise<Thing>): Promise<Thing> {
      const one = known(subject, now)
      if (one.last && one.made >= refusals.linksAnew) return one.last as Promise<Thing>
      one.made++
      const made = make()
      one.last = made
      made.catch(() => delete one.last)
      return made
    },
  }
}
