import type { Redis } from 'ioredis'

/** Redis's clock, which stamps what comes into a mailbox: asked now and then, carried on in between. */
export interface RedisClock {
  /** epoch milliseconds */
  now(): number
  ask(redis: Redis): Promise<void>
}

export function redisClock(): RedisClock {
  // until the first answer nothing counts as too old
  let ahead = Number.NEGATIVE_INFINITY
  return {
    now: () => performance.now() + ahead,
    async ask(redis) {
      const [seconds, microseconds] = await redis.time()
      ahead = Number(seconds) * 1000 + Number(microseconds) / 1000 - performance.now()
    },
  }
}
