import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'

/** A Lua script with one key. It is run by its hash; its text is sent only when Redis does not know it, as after a restart. */
export function redisScript(redis: Redis, text: string) {
  const hash = createHash('sha1').update(text).digest('hex')
  return async (...args: readonly (string | number)[]): Promise<unknown> => {
    try {
      return await redis.evalsha(hash, 1, ...args)
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return redis.eval(text, 1, ...args)
    }
  }
}
