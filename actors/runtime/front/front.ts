import { setTimeout as pause } from 'node:timers/promises'
import { v7 } from 'uuid'
import type { Clock } from '../../../src/clock.ts'
import type { Tracing } from '../../../src/tracing.ts'
import { connectSubscriber, ready } from '../../../src/redis/connect.ts'
import { endedWaitsChannel, replyChannel } from '../../../src/redis/keys.ts'
import { writesStalled } from '../../../src/rules/limits.ts'
import type { Settings } from '../../../src/rules/world.ts'
import type { Sql } from '../../../sql/client.ts'
import { busyDatabase } from './admission.ts'
import { type Asking, openAsking } from './asking.ts'
import { connectCommands } from '../wire/commands.ts'
import type { Answered, Ask, Idempotency } from '../wire/ask.ts'
import { type Attempts, openAttempts } from './attempts.ts'
import { type Feed, openFeed, subscribe } from './feed.ts'
import { openRepliesAfterNotices, type RepliesAfterNotices } from './reply_after_notices.ts'
import type { EndedEarly } from './hold.ts'
import type { Log } from '../log.ts'
import { drainsWithin } from '../numbers.ts'
import { replayedAnswer } from './replay.ts'
import { openSend } from '../wire/send.ts'
import { openSweep, type Sweep } from './sweep.ts'
import { openWaits, type Waits } from './waits.ts'

interface FrontOptions {
  readonly redisUrl: string
  /** for looking up and ending attempts; a shared pool is fine */
  readonly sql: Sql
  readonly clock: Clock
  readonly settings: Settings
  readonly log: Log
  readonly tracing?: Tracing | undefined
  /** which actors, by id, others name as the one they are within */
  readonly holdsOthers: (actor: string) => boolean
  /** id of this process among all instances; generated when absent */
  readonly instance?: string
}

/** Counters since start; a name with `level` is the current level. */
interface FrontCounts {
  readonly writes: number
  readonly writes_open_level: number
  /** refused before they were sent */
  readonly writes_not_admitted: number
  readonly replies_looked_up: number
  readonly writes_ended: number
  readonly writes_unknown: number
  readonly waits_level: number
  readonly waits_woken: number
  readonly waits_checked: number
}

export interface Front {
  readonly instance: string
  readonly ask: Ask
  readonly waits: Waits
  readonly feed: Feed
  /** Returns the first result under an idempotency key; throws conflict/key_reused if it came with other arguments. */
  readonly replay: <Reply>(idempotency: Idempotency) => Promise<Answered<Reply> | undefined>
  /** Milliseconds that the oldest write has waited, when longer than writesStalled. */
  stalled(): number | undefined
  databaseIsDown(): boolean
  metrics(): FrontCounts
  /** Ends every wait with nothing new, accepts no more writes and waits for open ones. */
  drain(): Promise<void>
  close(): Promise<void>
}

/** Opens the way to the actors, once per process that serves HTTP. Resolves when the wake channels are subscribed. */
export async function openFront({ instance = v7(), ...options }: FrontOptions): Promise<Front> {
  const { redisUrl, sql, clock, settings, log, tracing } = options
  const { redis, subscriber } = await connectFront(redisUrl, `svc front ${instance.slice(-6)}`, log)
  const feed = openFeed(options.holdsOthers)
  const attempts = openAttempts()
  const replies = openRepliesAfterNotices()
  const sweep = openSweep({ sql, attempts, clock, log })
  const waits = openWaits({ redis, feed, log, instance })
  let draining = false

  feed.listen({ heardAgain: sweep.soon })
  await subscribe(subscriber, feed, {
    [replyChannel(instance)]: (text) => hear(text, attempts, replies),
    [endedWaitsChannel]: (text) => waits.end(JSON.parse(text) as EndedEarly),
  })

  const { ask, counts } = openAsking({
    tracing,
    redis,
    send: openSend(redis),
    attempts,
    replies,
    admitting: { attempts, feed, databaseIsDown: sweep.databaseIsDown },
    clock,
    settings,
    log,
    instance,
    draining: () => draining,
  })

  return {
    instance,
    ask,
    waits,
    feed,
    replay: async (idempotency) => {
      if (sweep.databaseIsDown()) throw busyDatabase()
      return replayedAnswer(sql, idempotency, clock.now())
    },
    stalled() {
      const waited = attempts.waitedMs()
      return waited > writesStalled ? Math.round(waited) : undefined
    },
    databaseIsDown: sweep.databaseIsDown,
    metrics: () => countsOf(counts, attempts, sweep, waits),
    async drain() {
      draining = true
      await waits.drain()
      await Promise.race([attempts.none(), pause(drainsWithin, undefined, { ref: false })])
    },
    async close() {
      draining = true
      sweep.stop()
      await waits.drain()
      redis.disconnect()
      subscriber.disconnect()
    },
  }
}

async function connectFront(url: string, name: string, log: Log) {
  const onError = (error: Error): void => log.warn({ err: error }, 'Redis connection')
  const redis = connectCommands({ url, name, onError })
  const subscriber = connectSubscriber({ url, name: `${name} feed`, onError })
  await Promise.all([ready(redis, 10_000), ready(subscriber, 10_000)])
  return { redis, subscriber }
}

/** Results of writes and, without a result, how many of a write's notices have arrived. */
function hear(text: string, attempts: Attempts, replies: RepliesAfterNotices): void {
  for (const [id, result, told] of JSON.parse(text) as [string, unknown, number][]) {
    if (result === null) replies.arrived(id, told)
    else {
      if (told > 0 && attempts.open.has(id)) replies.expect(id, told)
      attempts.conclude(id, result)
    }
  }
}

const countsOf = (asked: Asking['counts'], attempts: Attempts, sweep: Sweep, waits: Waits): FrontCounts => ({
  writes: asked.writes,
  writes_open_level: attempts.open.size,
  writes_not_admitted: asked.notAdmitted,
  replies_looked_up: sweep.counts.looked_up,
  writes_ended: sweep.counts.ended,
  writes_unknown: sweep.counts.unknown,
  waits_level: waits.counts.open,
  waits_woken: waits.counts.woken,
  waits_checked: waits.counts.checked,
})
