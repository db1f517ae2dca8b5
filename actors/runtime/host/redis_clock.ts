import type { Redis } from 'ioredis'

/** Redis's clock, which stamps the entries of a mailbox: asked now and then, extrapolated in between. */
export interface RedisClock {
  /** epoch milliseconds */
  now(): number
  ask(redis: Redis): Promise<void>
}

export function redisClock(): RedisClock {
  // before the first answer no entry counts as expired
  let ahead = Number.NEGATIVE_INFINITY
  return {
    now: () => performance.now() + ahead,
    async ask(redis) {
      const [seconds, microseconds] = await redis.time()
      ahead = Number(seconds) * 1000 + Number(microseconds) / 1000 - performance.now()
    },
  }
}
