import { setTimeout as pause } from 'node:timers/promises'
import { v7 } from 'uuid'
import type { Clock } from '../../../src/clock.ts'
import { connectSubscriber, ready } from '../../../src/redis/connect.ts'
import { hintChannel } from '../../../src/redis/keys.ts'
import { connectSql } from '../../../sql/connect.ts'
import { shardCount as storedShardCount } from '../../../sql/runtime/shards.ts'
import { openWriter } from '../../../sql/runtime/writer.ts'
import type { AnyActor } from '../actor.ts'
import { chooseBatch } from './batch.ts'
import { connectCommands } from '../wire/commands.ts'
import { forwardStream } from './stream_position.ts'
import type { Frame } from '../wire/frames.ts'
import { type HostCounts, type HostParts, noCounts } from './host_parts.ts'
import type { Log } from '../log.ts'
import { arrivedAt } from '../wire/mailbox.ts'
import { batchSize, databaseSilent, lease, outboxResend, shardCount } from '../numbers.ts'
import { holdShards, leaveAll, leaveShards } from './ownership.ts'
import { publishFrames, trim } from './publish.ts'
import { mailboxReader } from './read.ts'
import { redisClock } from './redis_clock.ts'
import { registryOf } from '../registry.ts'
import { resendOutbox } from './resend.ts'
import { openSend } from '../wire/send.ts'
import { runBatch } from './run_batch.ts'
import { rewind, type Shard } from './shard.ts'
import { tryAlone } from './poison_guard.ts'

export interface HostOptions {
  readonly registry: readonly AnyActor[]
  /** a direct connection: a transaction pooler breaks pipelining */
  readonly databaseUrl: string
  readonly redisUrl: string
  readonly clock: Clock
  readonly log: Log
}

export interface Host {
  readonly id: string
  /** Finishes the batch, gives every shard back as clean and closes. */
  drain(): Promise<void>
  /** Leaves as a crash would: what it holds is free when its leases end. */
  close(): Promise<void>
  metrics(): Readonly<HostCounts>
}

/** Owns a fair share of the shards and runs their actors until drained. Throws where the stores do not fit the code. */
export async function runHost({ registry, databaseUrl, redisUrl, clock, log }: HostOptions): Promise<Host> {
  const id = v7()
  const name = `svc host ${id.slice(-6)}`
  const sql = connectSql(databaseUrl, { max: 2, name, silentFor: databaseSilent })
  const stored = await storedShardCount(sql)
  if (stored !== shardCount) {
    await sql.end({ timeout: 1 })
    throw new Error(`the database holds ${stored} mailbox shards, this code has ${shardCount}: they must be the same`)
  }
  const onError = (error: Error): void => log.warn({ err: error }, 'Redis connection')
  const redis = connectCommands({ url: redisUrl, name, onError })
  // waits inside XREAD, so nothing else can travel on it
  const reading = connectCommands({ url: redisUrl, name: `${name} read`, onError })
  const hints = connectSubscriber({ url: redisUrl, name: `${name} hints`, onError })
  await Promise.all([ready(redis, 10_000), ready(reading, 10_000)])

  const times = redisClock()
  await times.ask(redis)
  const writer = openWriter(databaseUrl, `${name} writer`, { inTransaction: lease.lasts, silentFor: databaseSilent })
  let stopping = false
  let closed = false
  let tickSoon: (() => void) | undefined
  let readerId = await reading.client('ID')

  const host: HostParts = {
    id,
    registry: registryOf(registry),
    clock,
    log,
    writer,
    redis,
    send: await openSend(redis),
    shards: new Map(),
    counts: noCounts(),
    redisNow: () => times.now(),
    lose(shard) {
      if (host.shards.get(shard.id) !== shard) return
      host.shards.delete(shard.id)
      host.counts.shards_lost++
    },
    checkOwnership: () => tickSoon?.(),
    closed: () => closed,
  }
  const read = mailboxReader(reading, log)

  /** Ends a blocking read at once: there is something to do between batches. */
  const interrupt = (): void => {
    redis.client('UNBLOCK', readerId).catch(() => undefined)
  }

  reading.on('ready', () => {
    // Redis may be another one now, or an emptied one
    for (const shard of host.shards.values()) shard.forwarded = false
    reading.client('ID').then(
      (now) => (readerId = now),
      () => undefined,
    )
  })
  hints.on('message', (_channel: string, from: string) => {
    if (from !== id) tickSoon?.()
  })
  await hints.subscribe(hintChannel)

  async function loop(): Promise<void> {
    let turn = 0
    while (!stopping) {
      try {
        const owned = [...host.shards.values()]
        const leaving = owned.filter((shard) => shard.leaving)
        if (leaving.length > 0) {
          await leaveShards(host, sql, leaving)
          continue
        }
        const first = owned.length > 0 ? turn++ % owned.length : 0
        await takeOneBatch(owned.slice(first).concat(owned.slice(0, first)))
      } catch (error) {
        if (closed) return
        log.error({ err: error }, 'a host stumbled')
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
    if (queued < batchSize.messages && !(await bringIn(inTurn, queued === 0))) return
    if (await tryAlone(host, inTurn)) return
    const batch = chooseBatch(inTurn, { registry: host.registry, redisNow: times.now() })
    if (batch) await runBatch(host, batch)
  }

  /** False where Redis cannot be read now. */
  async function bringIn(shards: readonly Shard[], block: boolean): Promise<boolean> {
    try {
      const behind = shards.filter((shard) => !shard.forwarded)
      if (behind.length > 0) await Promise.all(behind.map((shard) => forwardStream(redis, shard)))
      await read(shards, block && !stopping ? lease.tick : 0)
      return true
    } catch (error) {
      if (!closed && redis.status === 'ready' && reading.status === 'ready')
        log.warn({ err: error }, 'a mailbox was not read')
      await pause(20)
      return false
    }
  }

  let resentAt = 0
  async function tick(): Promise<void> {
    const before = host.shards.size
    await holdShards(host, sql)
    const held = [...host.shards.values()]
    if (host.shards.size !== before || held.some((shard) => shard.leaving)) interrupt()
    await times.ask(redis)
    await publishFrames(redis, held.map(heartbeat))
    await Promise.all(held.filter((shard) => shard.untrimmed > 0).map((shard) => trim(redis, shard)))
    if (performance.now() - resentAt < outboxResend.every) return
    resentAt = performance.now()
    await resendOutbox(host, sql)
  }

  /** An idle shard says every second that it is owned, and which commit was its last. */
  function heartbeat(shard: Shard): Frame {
    const oldest = shard.queue[0]
    const lag = oldest ? Math.max(0, Math.round(times.now() - arrivedAt(oldest.streamId))) : 0
    return [shard.id, shard.commits, shard.epoch, lag, []]
  }

  async function keepTicking(): Promise<void> {
    while (!stopping) {
      let due: Promise<void> | undefined
      try {
        const asked = new Promise<void>((resolve) => (tickSoon = resolve))
        due = Promise.race([asked, pause(lease.tick, undefined, { ref: false })])
        await tick()
      } catch (error) {
        if (!closed) log.warn({ err: error }, 'a tick failed')
      }
      await due
    }
  }

  const working = [loop(), keepTicking()]

  async function end(): Promise<void> {
    closed = true
    redis.disconnect()
    reading.disconnect()
    hints.disconnect()
    await Promise.allSettled([writer.close(), sql.end({ timeout: 2 })])
  }

  async function stop(): Promise<void> {
    stopping = true
    tickSoon?.()
    interrupt()
    await Promise.all(working)
  }

  return {
    id,
    async drain() {
      await stop()
      try {
        await leaveAll(host, sql)
      } catch (error) {
        log.warn({ err: error }, 'shards could not be released: they are free when their leases end')
      }
      await end()
    },
    async close() {
      stopping = true
      tickSoon?.()
      await end()
      await Promise.all(working)
    },
    metrics() {
      const shards = [...host.shards.values()]
      return {
        ...host.counts,
        shards_level: shards.length,
        queued_level: shards.reduce((sum, shard) => sum + shard.queue.length, 0),
        states_level: shards.reduce((sum, shard) => sum + shard.states.size, 0),
      }
    },
  }
}
