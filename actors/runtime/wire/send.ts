import type { Redis } from 'ioredis'
import { mailboxKey } from '../../../src/redis/keys.ts'
import { mailboxCap } from '../numbers.ts'

/** Refuses instead of dropping: an entry that was taken in is never pushed out by a later one. */
const enqueue = `
if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[1]) then return false end
return redis.call('XADD', KEYS[1], '*', 'm', ARGV[2])`

/** Puts a message into a shard's mailbox. False where the mailbox is full; throws where Redis did not answer. */
export type Send = (shard: number, body: string) => Promise<boolean>

export async function openSend(redis: Redis): Promise<Send> {
  const sha = (await redis.script('LOAD', enqueue)) as string
  return async (shard, body) => {
    const key = mailboxKey(shard)
    try {
      return (await redis.evalsha(sha, 1, key, mailboxCap, body)) !== null
    } catch (error) {
      // Redis was started anew and knows no scripts; EVAL teaches it again
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return (await redis.eval(enqueue, 1, key, mailboxCap, body)) !== null
    }
  }
}
