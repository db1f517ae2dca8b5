import type { Redis } from 'ioredis'
import { mailboxKey } from '../../../src/redis/keys.ts'
import { mailboxCap } from '../numbers.ts'

/** Refuses when the stream is full, rather than evict an older entry. */
const enqueue = `
if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[1]) then return false end
return redis.call('XADD', KEYS[1], '*', 'm', ARGV[2])`

/** Appends a message to a shard's mailbox. False when it is full; throws when Redis did not answer. */
export type Send = (shard: number, body: string) => Promise<boolean>

export async function openSend(redis: Redis): Promise<Send> {
  const sha = (await redis.script('LOAD', enqueue)) as string
  return async (shard, body) => {
    const key = mailboxKey(shard)
    try {
      return (await redis.evalsha(sha, 1, key, mailboxCap, body)) !== null
    } catch (error) {
      // a restarted Redis has no scripts; EVAL loads it again
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return (await redis.eval(enqueue, 1, key, mailboxCap, body)) !== null
    }
  }
}
