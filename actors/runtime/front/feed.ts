import type { Redis } from 'ioredis'
import { wakeChannels } from '../../../src/redis/keys.ts'
import type { Wake } from '../actor.ts'
import { decodeFrames, type Frame, wakeOf, within } from '../wire/frames.ts'
import { shardOf } from '../wire/mailbox.ts'
import { admission, shardCount, versionsKept } from '../numbers.ts'

/** A shard's state by its latest frame. Times are performance.now() milliseconds. */
interface ShardSign {
  epoch: number
  commits: number
  /** milliseconds, as in Frame */
  lag: number
  seenAt: number
}

interface Listener {
  changed?(actor: string, wake: Wake): void
  /** frames were lost that may have named these actors */
  missed?(mayBe: (actor: string) => boolean): void
  /** subscribed again: earlier changes are unknown */
  heardAgain?(): void
}

/** All changes, from the eight wake channels. */
export interface Feed {
  sign(shard: number): ShardSign
  /** the newest known version; undefined when a newer one may have been missed */
  version(actor: string): Wake | undefined
  /** Changes with every new subscription; undefined while changes are not heard. */
  subscription(): number | undefined
  listen(listener: Listener): void
  /** takes one message of a wake channel */
  take(text: string): void
  /** call after (re)subscribing: what came before is unknown */
  begin(): void
  /** call when the subscription ends: frames are lost from here on */
  deaf(): void
}

/** `holdsOthers`: changes within such an actor are published by the shard of what changed. */
export function openFeed(holdsOthers: (actor: string) => boolean): Feed {
  const signs: ShardSign[] = Array.from({ length: shardCount }, () => ({ epoch: 0, commits: -1, lag: 0, seenAt: 0 }))
  const versions: Map<string, Wake>[] = Array.from({ length: shardCount }, () => new Map())
  const listeners: Listener[] = []
  let hearing = false
  let subscriptions = 0

  function takeFrame([shard, commits, epoch, lag, changed]: Frame): void {
    const sign = signs[shard]
    const known = versions[shard]
    // frames of a replaced owner are dropped: its commits were fenced, or its successor's first frame covers them
    if (!sign || !known) return
    // unless no newer owner was heard for a while: a database restored from a backup restarts at an earlier epoch
    if (epoch < sign.epoch && performance.now() - sign.seenAt < admission.ownerSilent) return
    const inOrder = epoch === sign.epoch && (commits === sign.commits || commits === sign.commits + 1)
    const first = sign.commits === -1
    Object.assign(sign, { epoch, commits, lag, seenAt: performance.now() })
    if (!inOrder) {
      known.clear()
      const mayBe = (actor: string): boolean => shardOf(actor) === shard || holdsOthers(actor)
      if (!first) for (const listener of listeners) listener.missed?.(mayBe)
    }
    for (const entry of changed) {
      const wake = wakeOf(entry)
      if (wake.version !== within) {
        known.delete(entry[0])
        known.set(entry[0], wake)
      }
      for (const listener of listeners) listener.changed?.(entry[0], wake)
    }
    if (known.size > versionsKept)
      for (const oldest of known.keys()) {
        known.delete(oldest)
        if (known.size <= versionsKept) break
      }
  }

  return {
    sign: (shard) => signs[shard] as ShardSign,
    version: (actor) => (hearing ? versions[shardOf(actor)]?.get(actor) : undefined),
    subscription: () => (hearing ? subscriptions : undefined),
    listen: (listener) => listeners.push(listener),
    take: (text) => decodeFrames(text).forEach(takeFrame),
    begin() {
      hearing = true
      subscriptions++
      const now = performance.now()
      for (const sign of signs) Object.assign(sign, { commits: -1, lag: 0, seenAt: now })
      for (const listener of listeners) listener.heardAgain?.()
    },
    deaf() {
      hearing = false
      for (const known of versions) known.clear()
    },
  }
}

/** Subscribes now and after every reconnect, to `others` besides: channels with what takes their messages. */
export async function subscribe(
  subscriber: Redis,
  feed: Feed,
  others: Readonly<Record<string, (text: string) => void>>,
): Promise<void> {
  subscriber.on('message', (channel: string, text: string) => {
    const take = others[channel]
    if (take) take(text)
    else feed.take(text)
  })
  subscriber.on('close', () => feed.deaf())
  const begin = async (): Promise<void> => {
    await subscriber.subscribe(...wakeChannels, ...Object.keys(others))
    feed.begin()
  }
  if (subscriber.status === 'ready') await begin()
  subscriber.on('ready', () => {
    // a failure is ignored: the next connection emits ready again
    begin().catch(() => undefined)
  })
}
