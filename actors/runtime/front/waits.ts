import type { Redis } from 'ioredis'
import type { Feed } from './feed.ts'
import type { EndedEarly, Hold } from './hold.ts'
import type { Log } from '../log.ts'
import { answerAll, type Waiter } from './wait_group.ts'
import { openWaitGroups, type WaitGroups } from './wait_groups.ts'
import { openWaitSlots, tooManyWaits } from './wait_slots.ts'
import { openWaitsByCredential } from './waits_by_credential.ts'
import { endedWaitsChannel } from '../../../src/redis/keys.ts'

export interface Waits {
  /**
   * Resolves when there is news, the time is up, the client disconnects or the process drains; undefined means nothing
   * new. Throws rate_limited/waits for a participant's fifth wait, and what `check` throws.
   */
  hold<News>(hold: Hold<News>): Promise<News | undefined>
  /** participants with a wait on an actor at this process */
  waiting(actor: string): ReadonlySet<string>
  readonly counts: { open: number; woken: number; checked: number }
  /** whether a call with this credential waits at this process */
  isHeldWith(credential_id: string): boolean
  /** ends waits of this process with nothing new */
  end(of: EndedEarly): void
  /** the same at all instances: which of them holds a call, another call cannot know */
  endEverywhere(of: EndedEarly): void
  /** ends all waits with nothing new, and later ones at once */
  drain(): Promise<void>
}

interface WaitParts {
  readonly redis: Redis
  readonly feed: Feed
  readonly log: Log
  /** id of this process among all instances */
  readonly instance: string
}

export function openWaits({ redis, feed, log, instance }: WaitParts): Waits {
  const counts = { open: 0, woken: 0, checked: 0 }
  const groups = openWaitGroups({ feed, log, counts })
  const slots = openWaitSlots(redis)
  const byCredential = openWaitsByCredential()
  const end = (of: EndedEarly): void => void answerAll(byCredential.those(of), undefined)
  let draining = false
  let waits = 0

  return {
    counts,
    waiting: (actor) => new Set(groups.waiters(actor).map(({ hold }) => hold.participant)),
    isHeldWith: (credential_id) => byCredential.those({ credential_id }).length > 0,
    end,
    endEverywhere(of) {
      end(of)
      // a failure is ignored: they end at their own time
      redis.publish(endedWaitsChannel, JSON.stringify(of)).catch(() => undefined)
    },
    async hold(hold) {
      if (draining || hold.signal?.aborted) return undefined
      const id = `${instance}:${++waits}`
      // without Redis waits cannot be counted; since a wait is only a read, it is allowed
      const isOneTooMany = await slots.take(hold.participant, id).then(
        (taken) => !taken,
        () => false,
      )
      if (isOneTooMany) throw tooManyWaits()
      try {
        return draining || hold.signal?.aborted ? undefined : await stay(hold, { groups, byCredential, feed })
      } finally {
        slots.giveBack(hold.participant, id)
      }
    },
    async drain() {
      draining = true
      await answerAll(groups.waiters(), undefined)
    },
  }
}

interface Staying {
  readonly groups: WaitGroups
  readonly byCredential: ReturnType<typeof openWaitsByCredential>
  readonly feed: Feed
}

/** Registers before it looks, so that no change is missed, then waits. */
function stay<News>(hold: Hold<News>, { groups, byCredential, feed }: Staying): Promise<News | undefined> {
  return new Promise((resolve, reject) => {
    const over = (): void => waiter.end(undefined)
    const timer = setTimeout(over, hold.milliseconds)
    // stays there, and ends with its call: to take it off costs as much as the rest of waking
    hold.signal?.addEventListener('abort', over, { once: true })
    const tidy = (): void => {
      clearTimeout(timer)
      groups.leave(waiter, group)
      byCredential.leave(waiter)
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
    const group = groups.join(waiter)
    byCredential.enter(waiter)
    const known = hold.also ? undefined : feed.version(hold.actor)
    if (!known) group.joined()
    else if (!hold.isNewer || hold.isNewer(known)) group.wake()
  })
}
