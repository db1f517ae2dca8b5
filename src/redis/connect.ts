import { Redis, type RedisOptions } from 'ioredis'

export interface RedisConnection {
  /** REDIS_URL: redis://…, rediss://…, or a socket's path with an optional `?db=` */
  readonly url: string
  /** shown in CLIENT LIST */
  readonly name?: string
  /** told of every lost connection; the client reconnects by itself */
  readonly onError?: (error: Error) => void
  readonly options?: RedisOptions
}

/** Opens an ioredis client. After a lost connection it is back within half a second of Redis being back. */
export function connectRedis({ url, name = 'svc', onError = () => undefined, options }: RedisConnection): Redis {
  const redis = new Redis(url, {
    connectionName: name.replaceAll(' ', '-'),
    retryStrategy: (tries: number) => Math.min(500, 20 * tries),
    ...options,
    replyMapping: 'legacy',
  })
  // without a listener ioredis prints every failed try
  redis.on('error', onError)
  return redis
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
