import { Redis, type RedisOptions } from 'ioredis'
import { uncheckedCertificate } from '../config.ts'
import { inTime, late } from '../in_time.ts'
import { seconds } from '../rules/units.ts'
import { windowScripts } from './rolling_window_scripts.ts'

export interface RedisConnection {
  /** REDIS_URL: redis://…, rediss://…, or a socket's path with an optional `?db=` */
  readonly url: string
  /** shown in CLIENT LIST */
  readonly name?: string
  /** called for every lost connection; the client reconnects by itself */
  readonly onError?: (error: Error) => void
  readonly options?: RedisOptions
  /** milliseconds between health checks of an open connection, and the timeout of one */
  readonly pulse?: Pulse | undefined
}

export interface Pulse {
  readonly every: number
  readonly patience: number
}

/** Together shorter than a write may wait before /healthz reports it. */
const usualPulse: Pulse = { every: seconds(2), patience: seconds(2) }

/** Opens an ioredis client. It reconnects within half a second of Redis being back. */
export function connectRedis({
  url,
  name = 'svc',
  onError = () => undefined,
  options,
  pulse = usualPulse,
}: RedisConnection): Redis {
  const redis = new Redis(url, {
    ...tlsOf(url),
    connectionName: name.replaceAll(' ', '-'),
    retryStrategy: (tries: number) => Math.min(500, 20 * tries),
    ...options,
    scripts: windowScripts,
    replyMapping: 'legacy',
  })
  // without a listener ioredis prints every failed attempt
  redis.on('error', onError)
  const ends = keepPulse(
    { isReady: () => redis.status === 'ready', ping: () => redis.ping(), reconnect: () => redis.disconnect(true) },
    pulse,
  )
  redis.once('end', ends)
  return redis
}

const tlsOf = (url: string): Pick<RedisOptions, 'tls'> =>
  url.startsWith('rediss:') ? { tls: { rejectUnauthorized: !new URL(url).searchParams.has(uncheckedCertificate) } } : {}

interface Pulsing {
  readonly isReady: () => boolean
  readonly ping: () => Promise<unknown>
  readonly reconnect: () => void
}

/**
 * Detects half-open connections: the peer died, or a router in between dropped the connection. Commands on it would
 * wait until the system gives up retransmission, and a subscriber would receive nothing: it is reconnected. Returns the
 * function that ends this.
 */
export function keepPulse({ isReady, ping, reconnect }: Pulsing, { every, patience }: Pulse = usualPulse): () => void {
  let asking = false
  const timer = setInterval(() => {
    if (asking || !isReady()) return
    asking = true
    const giveUp = (): void => {
      if (asking) reconnect()
    }
    // after a long turn of this process's event loop the answer may have arrived unread
    const late = setTimeout(() => setImmediate(giveUp), patience)
    ping()
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(late)
        asking = false
      })
  }, every)
  timer.unref()
  return () => clearInterval(timer)
}

/** Opens a client for subscriptions only; they are restored when it reconnects. */
export const connectSubscriber = (connection: RedisConnection): Redis =>
  connectRedis({
    ...connection,
    options: { maxRetriesPerRequest: null, enableReadyCheck: false, ...connection.options },
  })

/** Resolves when the client accepts commands; rejects after `ms` milliseconds. */
export async function ready(redis: Redis, ms: number): Promise<void> {
  if (redis.status === 'ready') return
  const isReady = new Promise<void>((resolve) => void redis.once('ready', resolve))
  if ((await inTime(isReady, ms)) === late) throw new Error(`Redis did not answer within ${ms} ms`)
}
