import { setTimeout as pause } from 'node:timers/promises'
import { batchSize, lease } from '../../numbers.ts'
import { openChoice } from '../batch/choose_batch.ts'
import type { HostConnections } from '../connections.ts'
import type { HostParts } from '../host_parts.ts'
import { leaveShards } from './ownership.ts'
import { tryAlone } from '../batch/poison_guard.ts'
import { mailboxReader } from '../batch/read.ts'
import { runBatch } from '../batch/run_batch.ts'
import { rewind, type Shard } from './shard.ts'
import { forwardStream } from './stream_position.ts'

interface Loop {
  /** resolves once it is stopped and the last batch is finished */
  readonly ended: Promise<void>
  /** Ends a blocking read at once, for work between batches. */
  interrupt(): void
  stop(): void
}

/** Runs batch after batch of the owned shards, starting with another shard each time. */
export async function startLoop(host: HostParts, connections: HostConnections): Promise<Loop> {
  const { sql, redis, reading } = connections
  const read = mailboxReader(reading, host.log)
  const chooseBatch = openChoice()
  let stopping = false
  let readerId = await reading.client('ID')
  reading.on('ready', () => {
    // after a reconnect Redis may be another one, or empty
    for (const shard of host.shards.values()) shard.forwarded = false
    reading.client('ID').then(
      (now) => (readerId = now),
      () => undefined,
    )
  })

  async function run(): Promise<void> {
    for (let turn = 0; !stopping; turn++) {
      try {
        const owned = [...host.shards.values()]
        const leaving = owned.filter((shard) => shard.leaving)
        const first = owned.length > 0 ? turn % owned.length : 0
        if (leaving.length > 0) await leaveShards(host, sql, leaving)
        else await takeOneBatch(owned.slice(first).concat(owned.slice(0, first)))
      } catch (error) {
        if (host.closed()) return
        host.log.error({ err: error }, 'a batch failed; its messages are read again')
        for (const shard of host.shards.values()) rewind(shard)
        await pause(100)
      }
    }
  }

  async function takeOneBatch(inTurn: readonly Shard[]): Promise<void> {
    if (inTurn.length === 0) {
      await pause(20)
      return
    }
    const queued = inTurn.reduce((sum, shard) => sum + shard.queue.length, 0)
    const readMore = () => read(inTurn, queued === 0 && !stopping ? lease.tick : 0)
    if (queued < batchSize.messages && !(await bringIn(host, connections, inTurn, readMore))) return
    if (await tryAlone(host, inTurn)) return
    const batch = chooseBatch(inTurn, { registry: host.registry, redisNow: host.redisNow() })
    if (batch) await runBatch(host, batch)
  }

  return {
    ended: run(),
    interrupt() {
      redis.client('UNBLOCK', readerId).catch(() => undefined)
    },
    stop() {
      stopping = true
    },
  }
}

/** Reads new entries into the queues, of shards that are forwarded first; false while Redis cannot be read. */
async function bringIn(
  host: HostParts,
  { redis, reading }: HostConnections,
  shards: readonly Shard[],
  read: () => Promise<void>,
): Promise<boolean> {
  try {
    const behind = shards.filter((shard) => !shard.forwarded)
    if (behind.length > 0) await Promise.all(behind.map((shard) => forwardStream(redis, shard)))
    await read()
    return true
  } catch (error) {
    if (!host.closed() && redis.status === 'ready' && reading.status === 'ready')
      host.log.warn({ err: error }, 'a mailbox was not read')
    await pause(20)
    return false
  }
}
