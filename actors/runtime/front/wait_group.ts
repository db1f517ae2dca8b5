import { Refusal } from '../../../src/rules/errors.ts'
import type { Wake } from '../actor.ts'
import type { Log } from '../log.ts'
import type { Feed } from './feed.ts'
import type { Hold } from './hold.ts'

export interface Waiter {
  readonly hold: Hold<unknown>
  readonly end: (news: unknown) => void
  readonly fail: (error: unknown) => void
}

/** Waits that share one check: those of one render key, or a single one. */
export interface WaitGroup {
  readonly actor: string
  readonly waiters: Set<Waiter>
  /** Checks for all of them: one query and one rendering. */
  wake(): void
  /**
   * Checks for a wait that has just joined, unless a check that found nothing new covers it: the waits of a group share
   * one cursor, and a change since that check would have been heard.
   */
  joined(): void
}

export interface GroupParts {
  readonly feed: Pick<Feed, 'version' | 'subscription'>
  readonly log: Log
  readonly counts: { open: number; woken: number; checked: number }
}

/** waiters answered before the event loop goes on; what a larger slice allocates outlives the young heap */
const slice = 50

export function openWaitGroup(actor: string, { feed, log, counts }: GroupParts): WaitGroup {
  const waiters = new Set<Waiter>()
  let checking = false
  /** a change arrived during the check */
  let again = false
  /** the subscription under which the last check found nothing new; undefined after a change */
  let quietUnder: number | undefined

  async function check(): Promise<void> {
    checking = true
    try {
      do {
        again = false
        const [first] = waiters
        if (!first) return
        const asked = [...waiters]
        counts.checked++
        const subscription = feed.subscription()
        const readers = asked.map(({ hold }) => hold.reader ?? hold.participant)
        const news = await first.hold.check(readers, feed.version(actor))
        if (news === undefined) {
          quietUnder = again ? undefined : subscription
          continue
        }
        counts.woken += asked.length
        await answerAll(asked, news)
        // a wait that joined during the check was not among its readers
        again = waiters.size > 0
      } while (again)
    } catch (error) {
      if (!(error instanceof Refusal)) log.warn({ err: error }, 'a wait could not be checked')
      for (const waiter of waiters) waiter.fail(error)
    } finally {
      checking = false
    }
  }

  function wake(): void {
    quietUnder = undefined
    if (checking) again = true
    else void check()
  }

  return {
    actor,
    waiters,
    wake,
    joined() {
      const subscription = feed.subscription()
      const covered = subscription !== undefined && (checking || subscription === quietUnder)
      if (!covered) wake()
    },
  }
}

export async function answerAll(waiters: readonly Waiter[], news: unknown): Promise<void> {
  for (let from = 0; from < waiters.length; from += slice) {
    if (from > 0) await new Promise(setImmediate)
    for (const waiter of waiters.slice(from, from + slice)) waiter.end(news)
  }
}

/** Returns whether any wait of the group may find something new in this version. */
export function concerns({ waiters }: WaitGroup, wake: Wake): boolean {
  for (const { hold } of waiters) if (!hold.isNewer || hold.isNewer(wake)) return true
  return false
}
