import type { Redis } from 'ioredis'
import { seconds } from '../rules/units.ts'
import { writableKey } from './keys.ts'

/** Rejects unless Redis takes a key: it may answer and take none, without memory, disk or its replicas. */
export const takesKeys = (redis: Redis): Promise<unknown> => redis.set(writableKey, '', 'PX', seconds(1))
