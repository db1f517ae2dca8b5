import type { Feed } from './feed.ts'
import type { Hold } from './hold.ts'
import { concerns, type GroupParts, openWaitGroup, type Waiter, type WaitGroup } from './wait_group.ts'

/** The waits of this process by the actors whose changes wake them. */
export interface WaitGroups {
  join(waiter: Waiter): WaitGroup
  leave(waiter: Waiter, group: WaitGroup): void
  /** all who wait, or those who wait on one actor */
  waiters(actor?: string): readonly Waiter[]
}

/** spreads the checks after a reconnect */
const jitterMs = 1_000

export function openWaitGroups(
  parts: GroupParts & { readonly feed: Pick<Feed, 'listen' | 'version' | 'subscription'> },
): WaitGroups {
  const byActor = new Map<string, Map<unknown, WaitGroup>>()

  parts.feed.listen({
    changed(actor, wake) {
      for (const group of byActor.get(actor)?.values() ?? [])
        if (group.actor !== actor || concerns(group, wake)) group.wake()
    },
    missed(mayBe) {
      for (const [actor, groups] of byActor) if (mayBe(actor)) for (const group of groups.values()) group.wake()
    },
    heardAgain() {
      for (const groups of byActor.values())
        for (const group of groups.values()) setTimeout(() => group.wake(), Math.random() * jitterMs).unref()
    },
  })

  return {
    join(waiter) {
      const { hold } = waiter
      const key = keyOf(waiter)
      const group = byActor.get(hold.actor)?.get(key) ?? openWaitGroup(hold.actor, parts)
      group.waiters.add(waiter)
      parts.counts.open++
      for (const actor of actorsOf(hold)) {
        let groups = byActor.get(actor)
        if (!groups) byActor.set(actor, (groups = new Map()))
        groups.set(key, group)
      }
      return group
    },
    leave(waiter, group) {
      if (!group.waiters.delete(waiter)) return
      parts.counts.open--
      if (group.waiters.size > 0) return
      const key = keyOf(waiter)
      for (const actor of actorsOf(waiter.hold)) {
        const groups = byActor.get(actor)
        if (groups?.get(key) === group) groups.delete(key)
        if (groups?.size === 0) byActor.delete(actor)
      }
    },
    waiters(actor) {
      const of = actor === undefined ? [...byActor.values()] : [byActor.get(actor) ?? new Map<unknown, WaitGroup>()]
      return of.flatMap((groups) => [...groups.values()].flatMap(({ waiters }) => [...waiters]))
    },
  }
}

const keyOf = (waiter: Waiter): unknown => waiter.hold.renderKey ?? waiter

const actorsOf = ({ actor, also = [] }: Hold<unknown>): readonly string[] => [actor, ...also]
