import type { Redis } from 'ioredis'
import { connectRedis, type RedisConnection } from '../../../src/redis/connect.ts'

/**
 * A connection for commands whose repetition means something: they fail at once where Redis is away, and none is sent
 * twice behind our back. Commands of one tick travel in one write.
 */
export const connectCommands = (connection: RedisConnection): Redis =>
  connectRedis({
    ...connection,
    options: {
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      enableAutoPipelining: true,
    },
  })
