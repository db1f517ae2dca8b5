import type { Redis } from 'ioredis'
import { connectRedis, type RedisConnection } from '../../../src/redis/connect.ts'

/**
 * Connects for commands that must not run twice: they fail at once while Redis is away, and the client resends none.
 * Commands of one tick share one write; scripts gather what they are called with by themselves.
 */
export const connectCommands = (connection: RedisConnection): Redis =>
  connectRedis({
    ...connection,
    options: {
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      enableAutoPipelining: true,
      autoPipeliningIgnoredCommands: ['evalsha', 'eval'],
    },
  })
