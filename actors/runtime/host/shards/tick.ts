import { setTimeout as pause } from 'node:timers/promises'
import { lease, outboxResend } from '../../numbers.ts'
import type { Frame } from '../../wire/frames.ts'
import { arrivedAt } from '../../wire/mailbox.ts'
import type { HostConnections } from '../connections.ts'
import type { HostParts } from '../host_parts.ts'
import { holdShards } from './ownership.ts'
import { publishFrames, trim } from '../batch/publish.ts'
import type { RedisClock } from '../redis_clock.ts'
import { openResend } from './resend.ts'
import type { Shard } from './shard.ts'

interface Tick {
  readonly ended: Promise<void>
  /** starts the next tick at once */
  soon(): void
  stop(): void
}

/** Every second, and when a host releases shards: renews, claims, publishes heartbeats, trims, resends tells. */
export function startTick(
  host: HostParts,
  { sql, redis }: HostConnections,
  { times, changed }: { readonly times: RedisClock; readonly changed: () => void },
): Tick {
  let stopping = false
  let wanted: (() => void) | undefined
  const resend = openResend(host, sql)
  let resentAt = 0

  async function tick(): Promise<void> {
    const before = host.shards.size
    await holdShards(host, sql)
    const held = [...host.shards.values()]
    if (host.shards.size !== before || held.some((shard) => shard.leaving)) changed()
    await times.ask(redis)
    await publishFrames(redis, held.map(heartbeat))
    await Promise.all(held.filter((shard) => shard.untrimmed > 0).map((shard) => trim(redis, shard)))
    if (performance.now() - resentAt < outboxResend.every) return
    resentAt = performance.now()
    await resend()
  }

  /** The frame that tells every second that an idle shard is owned, and its last commit. */
  function heartbeat(shard: Shard): Frame {
    const oldest = shard.queue[0]
    const lag = oldest ? Math.max(0, Math.round(times.now() - arrivedAt(oldest.streamId))) : 0
    return [shard.id, shard.commits, shard.epoch, lag, []]
  }

  async function run(): Promise<void> {
    while (!stopping) {
      const asked = new Promise<void>((resolve) => (wanted = resolve))
      const due = Promise.race([asked, pause(lease.tick, undefined, { ref: false })])
      try {
        await tick()
      } catch (error) {
        if (!host.closed()) host.log.warn({ err: error }, 'a tick failed')
      }
      await due
    }
  }

  return {
    ended: run(),
    soon: () => wanted?.(),
    stop() {
      stopping = true
      wanted?.()
    },
  }
}
