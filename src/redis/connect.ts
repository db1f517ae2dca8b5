import { Redis, type RedisOptions } from 'ioredis'
import { seconds } from '../rules/units.ts'

export interface RedisConnection {
  /** REDIS_URL: redis://…, rediss://…, or a socket's path with an optional `?db=` */
  readonly url: string
  /** shown in CLIENT LIST */
  readonly name?: string
  /** told of every lost connection; the client reconnects by itself */
  readonly onError?: (error: Error) => void
  readonly options?: RedisOptions
  /** milliseconds; how often an open connection is asked whether it stands, and how long that may take */
  readonly pulse?: Pulse
}

interface Pulse {
  readonly every: number
  readonly patience: number
}

/** Together shorter than a write may wait before /healthz says so. */
const usualPulse: Pulse = { every: seconds(2), patience: seconds(2) }

/** Opens an ioredis client. After a lost connection it is back within half a second of Redis being back. */
export function connectRedis({
  url,
  name = 'svc',
  onError = () => undefined,
  options,
  pulse = usualPulse,
}: RedisConnection): Redis {
  const redis = new Redis(url, {
    connectionName: name.replaceAll(' ', '-'),
    retryStrategy: (tries: number) => Math.min(500, 20 * tries),
    ...options,
    replyMapping: 'legacy',
  })
  // without a listener ioredis prints every failed try
  redis.on('error', onError)
  keepPulse(redis, pulse)
  return redis
}

/**
 * A connection may die without a word: its other end is gone, or a router in between forgot it. What was sent on it would
 * wait for as long as the system repeats it, and a subscriber would never hear of anything: it is opened anew.
 */
function keepPulse(redis: Redis, { every, patience }: Pulse): void {
  let asking = false
  const timer = setInterval(() => {
    if (asking || redis.status !== 'ready') return
    asking = true
    const giveUp = (): void => {
      if (asking) redis.disconnect(true)
    }
    // after a long turn of our own the answer may lie there and be read only now
    const late = setTimeout(() => setImmediate(giveUp), patience)
    redis
      .ping()
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(late)
        asking = false
      })
  }, every)
  timer.unref()
  redis.once('end', () => clearInterval(timer))
}

/** A client that only listens: its subscriptions come back with the connection. */
export const connectSubscriber = (connection: RedisConnection): Redis =>
  connectRedis({
    ...connection,
    options: { maxRetriesPerRequest: null, enableReadyCheck: false, ...connection.options },
  })

/** Resolves when commands are taken; rejects when that takes longer than `ms`. */
export async function ready(redis: Redis, ms: number): Promise<void> {
  if (redis.status === 'ready') return
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => settle(new Error(`Redis did not answer within ${ms} ms`)), ms)
    const onReady = () => settle()
    const settle = (error?: Error) => {
      clearTimeout(late)
      redis.off('ready', onReady)
      if (error) reject(error)
      else resolve()
    }
    redis.on('ready', onReady)
  })
}
