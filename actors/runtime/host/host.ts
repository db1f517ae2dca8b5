import type { Redis } from 'ioredis'
import { v7 } from 'uuid'
import type { Clock } from '../../../src/clock.ts'
import type { Tracing } from '../../../src/tracing.ts'
import { hintChannel } from '../../../src/redis/keys.ts'
import type { AnyActor } from '../actor.ts'
import { followDatabaseClock } from '../database_clock.ts'
import type { Log } from '../log.ts'
import { registryOf } from '../registry.ts'
import { openSend } from '../wire/send.ts'
import { connectHost } from './connections.ts'
import { type HostCounts, type HostParts, noCounts } from './host_parts.ts'
import { startLoop } from './shards/loop.ts'
import type { Shard } from './shards/shard.ts'
import { leaveAll } from './shards/ownership.ts'
import { redisClock } from './redis_clock.ts'
import { startTick } from './shards/tick.ts'

interface HostOptions {
  readonly registry: readonly AnyActor[]
  /** a direct connection: a transaction pooler breaks pipelining */
  readonly databaseUrl: string
  readonly redisUrl: string
  readonly clock: Clock
  readonly log: Log
  readonly tracing?: Tracing | undefined
}

export interface Host {
  readonly id: string
  /** Finishes the batch, releases every shard as clean and closes. */
  drain(): Promise<void>
  /** Stops like a crash: its shards are free when their leases expire. */
  close(): Promise<void>
  metrics(): Readonly<HostCounts>
}

/** Owns a fair share of the shards and runs their actors until drained. Throws when the stores do not fit the code. */
export async function runHost({ registry, databaseUrl, redisUrl, clock, log, tracing }: HostOptions): Promise<Host> {
  const id = v7()
  const connections = await connectHost({ databaseUrl, redisUrl, name: `svc host ${id.slice(-6)}`, log })
  const { sql, writer, redis, hints } = connections
  const databaseClock = await followDatabaseClock({ sql, clock, log })
  const times = redisClock()
  await times.ask(redis)
  let closed = false
  const host: HostParts = {
    id,
    registry: registryOf(registry),
    clock,
    log,
    tracing,
    writer,
    redis,
    send: openSend(redis),
    shards: new Map(),
    session: undefined,
    counts: noCounts(),
    redisNow: () => times.now(),
    lose: (shard) => lose(host, shard),
    checkOwnership: () => tick.soon(),
    closed: () => closed,
  }
  const loop = await startLoop(host, connections)
  const tick = startTick(host, connections, { times, changed: () => loop.interrupt() })
  await hearHints(hints, id, () => tick.soon())
  const ended = Promise.all([loop.ended, tick.ended])

  function stop(): void {
    loop.stop()
    tick.stop()
    loop.interrupt()
  }

  async function end(): Promise<void> {
    closed = true
    databaseClock.close()
    await connections.close()
  }

  return {
    id,
    async drain() {
      stop()
      await ended
      await leaveAll(host, sql).catch((error: unknown) =>
        log.warn({ err: error }, 'shards could not be released: they are free when their leases end'),
      )
      await end()
    },
    async close() {
      stop()
      await end()
      await ended
    },
    metrics: () => countsOf(host),
  }
}

/** Other hosts say when they released shards. */
async function hearHints(hints: Redis, id: string, released: () => void): Promise<void> {
  hints.on('message', (_channel: string, from: string) => {
    if (from !== id) released()
  })
  await hints.subscribe(hintChannel)
}

function lose({ shards, counts }: HostParts, shard: Shard): void {
  if (shards.get(shard.id) !== shard) return
  shards.delete(shard.id)
  counts.shards_lost++
}

function countsOf({ shards, counts }: HostParts): HostCounts {
  const held = [...shards.values()]
  return {
    ...counts,
    shards_level: held.length,
    queued_level: held.reduce((sum, shard) => sum + shard.queue.length, 0),
    states_level: held.reduce((sum, shard) => sum + shard.states.size, 0),
  }
}
