import type { Redis } from 'ioredis'
import { mailboxKey } from '../../../src/redis/keys.ts'
import { redisScript } from '../../../src/redis/script.ts'
import { mailboxCap } from '../numbers.ts'

/** Refuses when the stream is full, rather than evict an older entry. */
const enqueue = `
if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[1]) then return false end
return redis.call('XADD', KEYS[1], '*', 'm', ARGV[2])`

/** Appends a message to a shard's mailbox. False when it is full; throws when Redis did not answer. */
export type Send = (shard: number, body: string) => Promise<boolean>

export function openSend(redis: Redis): Send {
  const add = redisScript(redis, enqueue)
  return async (shard, body) => (await add(mailboxKey(shard), mailboxCap, body)) !== null
}
