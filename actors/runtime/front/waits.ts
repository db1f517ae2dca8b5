import type { Redis } from 'ioredis'
import { rateLimited, Refusal } from '../../../src/rules/errors.ts'
import { reads } from '../../../src/rules/limits.ts'
import type { Wake } from '../actor.ts'
import type { Feed } from './feed.ts'
import type { Log } from '../log.ts'
import { shardOf } from '../wire/mailbox.ts'
import { openWaitSlots, type WaitSlots } from './wait_slots.ts'

export interface Hold<News> {
  /** who waits; at most four at once over all instances */
  readonly participant: string
  /** who reads, when not the participant */
  readonly reader?: string
  /** id of the actor whose changes end the wait */
  readonly actor: string
  /** other actors whose changes end it too; such a wait has no render key */
  readonly also?: readonly string[]
  readonly milliseconds: number
  /** aborts when the client disconnects */
  readonly signal?: AbortSignal
  /**
   * Returns what is new, or undefined. Called after the wait is registered, so that no change is missed in between, and
   * after each change that may matter. `readers` are all who get this answer; `heard` is the actor's newest known
   * version.
   */
  readonly check: (readers: readonly string[], heard: Wake | undefined) => Promise<News | undefined>
  /** Returns whether this version of `actor` can hold something new; when absent every change is checked. */
  readonly isNewer?: (wake: Wake) => boolean
  /**
   * Waits on one actor with the same render key get the same answer: one of them checks, and all get its News object.
   */
  readonly renderKey?: string
}

export interface Waits {
  /**
   * Resolves when there is news, the time is up, the client disconnects or the process drains; undefined means nothing
   * new. Throws rate_limited/waits for a participant's fifth wait, and what `check` throws.
   */
  hold<News>(hold: Hold<News>): Promise<News | undefined>
  /** participants with a wait on an actor at this process */
  waiting(actor: string): ReadonlySet<string>
  readonly counts: { open: number; woken: number; checked: number }
  /** ends all waits with nothing new, and later ones at once */
  drain(): Promise<void>
}

interface Waiting {
  readonly redis: Redis
  readonly feed: Feed
  readonly log: Log
  /** id of this process among all instances */
  readonly instance: string
}

/** Waits that share one check: those of one render key, or a single one. */
interface Group {
  readonly actor: string
  readonly waiters: Set<Waiter>
  checking: boolean
  /** a change arrived during the check */
  again: boolean
}

interface Waiter {
  readonly hold: Hold<unknown>
  readonly end: (news: unknown) => void
  readonly fail: (error: unknown) => void
}

/** waiters answered before the event loop goes on; what a larger slice allocates outlives the young heap */
const slice = 50
/** spreads the checks after a reconnect */
const jitterMs = 1_000

export function openWaits({ redis, feed, log, instance }: Waiting): Waits {
  const counts = { open: 0, woken: 0, checked: 0 }
  const byActor = new Map<string, Map<unknown, Group>>()
  let slots: Promise<WaitSlots> | undefined
  let draining = false
  let waits = 0

  feed.listen({
    changed(actor, wake) {
      const groups = byActor.get(actor)
      if (!groups) return
      for (const group of groups.values()) if (group.actor !== actor || concerns(group, wake)) wakeGroup(group)
    },
    missed(shard) {
      for (const [actor, groups] of byActor)
        if (shardOf(actor) === shard) for (const group of groups.values()) wakeGroup(group)
    },
    heardAgain() {
      for (const groups of byActor.values())
        for (const group of groups.values()) setTimeout(() => wakeGroup(group), Math.random() * jitterMs).unref()
    },
  })

  function wakeGroup(group: Group): void {
    if (group.checking) group.again = true
    else void checkGroup(group)
  }

  /** Checks once for the whole group: one query and one rendering. */
  async function checkGroup(group: Group): Promise<void> {
    group.checking = true
    try {
      do {
        group.again = false
        const [first] = group.waiters
        if (!first) return
        const asked = [...group.waiters]
        counts.checked++
        const readers = asked.map(({ hold }) => hold.reader ?? hold.participant)
        const news = await first.hold.check(readers, feed.version(group.actor))
        if (news === undefined) continue
        counts.woken += asked.length
        await answerAll(asked, news)
        // a wait that joined during the check was not among its readers
        group.again = group.waiters.size > 0
      } while (group.again)
    } catch (error) {
      if (!(error instanceof Refusal)) log.warn({ err: error }, 'a wait could not be checked')
      for (const waiter of group.waiters) waiter.fail(error)
    } finally {
      group.checking = false
    }
  }

  async function answerAll(waiters: readonly Waiter[], news: unknown): Promise<void> {
    for (let from = 0; from < waiters.length; from += slice) {
      if (from > 0) await new Promise(setImmediate)
      for (const waiter of waiters.slice(from, from + slice)) waiter.end(news)
    }
  }

  function join(hold: Hold<unknown>, waiter: Waiter): Group {
    const key = hold.renderKey ?? waiter
    const known = byActor.get(hold.actor)?.get(key)
    const group = known ?? { actor: hold.actor, waiters: new Set<Waiter>(), checking: false, again: false }
    group.waiters.add(waiter)
    for (const actor of actorsOf(hold)) {
      let groups = byActor.get(actor)
      if (!groups) byActor.set(actor, (groups = new Map()))
      groups.set(key, group)
    }
    return group
  }

  function leave(hold: Hold<unknown>, waiter: Waiter, group: Group): void {
    group.waiters.delete(waiter)
    if (group.waiters.size > 0) return
    const key = hold.renderKey ?? waiter
    for (const actor of actorsOf(hold)) {
      const groups = byActor.get(actor)
      if (groups?.get(key) === group) groups.delete(key)
      if (groups?.size === 0) byActor.delete(actor)
    }
  }

  /** Registers before it looks, so that no change is missed, then waits. */
  function stay<News>(hold: Hold<News>): Promise<News | undefined> {
    return new Promise((resolve, reject) => {
      const over = (): void => waiter.end(undefined)
      const timer = setTimeout(over, hold.milliseconds)
      hold.signal?.addEventListener('abort', over, { once: true })
      const tidy = (): void => {
        clearTimeout(timer)
        hold.signal?.removeEventListener('abort', over)
        if (!group.waiters.has(waiter)) return
        leave(hold, waiter, group)
        counts.open--
      }
      const waiter: Waiter = {
        hold,
        end(news) {
          tidy()
          resolve(news as News | undefined)
        },
        fail(error) {
          tidy()
          reject(error)
        },
      }
      counts.open++
      const group = join(hold, waiter)
      const known = hold.also ? undefined : feed.version(hold.actor)
      if (!known || !hold.isNewer || hold.isNewer(known)) wakeGroup(group)
    })
  }

  return {
    counts,
    waiting(actor) {
      const all = [...(byActor.get(actor)?.values() ?? [])].flatMap(({ waiters }) => [...waiters])
      return new Set(all.map(({ hold }) => hold.participant))
    },
    async hold(hold) {
      if (draining || hold.signal?.aborted) return undefined
      const id = `${instance}:${++waits}`
      slots ??= openWaitSlots(redis)
      let slot: WaitSlots | undefined
      try {
        slot = await slots
        if (!(await slot.take(hold.participant, id))) throw tooManyWaits()
      } catch (error) {
        if (error instanceof Refusal) throw error
        // without Redis waits cannot be counted; since a wait is only a read, it is allowed
        slots = slot && slots
      }
      try {
        return draining || hold.signal?.aborted ? undefined : await stay(hold)
      } finally {
        slot?.giveBack(hold.participant, id)
      }
    },
    async drain() {
      draining = true
      const all = [...byActor.values()].flatMap((groups) => [...groups.values()].flatMap(({ waiters }) => [...waiters]))
      await answerAll(all, undefined)
    },
  }
}

const actorsOf = ({ actor, also = [] }: Hold<unknown>): readonly string[] => [actor, ...also]

/** Returns whether any wait of the group may find something new in this version. */
function concerns({ waiters }: Group, wake: Wake): boolean {
  for (const { hold } of waiters) if (!hold.isNewer || hold.isNewer(wake)) return true
  return false
}

/** Without retry_after_seconds: when another wait ends cannot be known. */
const tooManyWaits = (): Error =>
  rateLimited(
    'waits',
    `You hold ${reads.wait.open} waits already. End one of them, or let one come back, then wait again.`,
  )
