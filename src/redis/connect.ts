import { Redis, type RedisOptions } from 'ioredis'

/**
 * Opens an ioredis client. `url` is REDIS_URL: redis://…, rediss://…, or a socket's path with an optional `?db=`.
 * The caller listens to `error`; without a listener ioredis prints every failed reconnect.
 */
export const connectRedis = (url: string, options: RedisOptions = {}): Redis =>
  new Redis(url, { ...options, replyMapping: 'legacy' })

/** The same address for node-redis, which redis-om speaks; it knows no socket path in a URL. */
export function nodeRedisAddress(url: string): { url: string } | { socket: { path: string }; database: number } {
  if (!url.startsWith('/')) return { url }
  const [path = '', query = ''] = url.split('?')
  return { socket: { path }, database: Number(new URLSearchParams(query).get('db') ?? 0) }
}
