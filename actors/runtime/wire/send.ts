import type { Redis } from 'ioredis'
import { mailboxKey } from '../../../src/redis/keys.ts'
import { redisScript } from '../../../src/redis/script.ts'
import { mailboxCap } from '../numbers.ts'

/** Refuses when the stream is full, rather than evict an older entry. */
const enqueue = `
local taken = {}
for i, key in ipairs(KEYS) do
  taken[i] = redis.call('XLEN', key) < tonumber(ARGV[2 * i - 1]) and 1 or 0
  if taken[i] == 1 then redis.call('XADD', key, '*', 'm', ARGV[2 * i]) end
end
return taken`

/** Redis answers so before it runs a write: no memory or disk is left, it is a replica, has none, or has just started. */
const takesNoWrites = /^(?:OOM|MISCONF|READONLY|NOREPLICAS|LOADING|MASTERDOWN|CLUSTERDOWN) /

/** Whether Redis refused to append, so that nothing can be in the mailbox. */
export const wasNotTaken = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ReplyError' && takesNoWrites.test(error.message)

/** Appends a message to a shard's mailbox. False when it is full; throws when Redis did not answer, or refused. */
export type Send = (shard: number, body: string) => Promise<boolean>

export function openSend(redis: Redis): Send {
  const add = redisScript(redis, enqueue)
  return async (shard, body) => (await add(mailboxKey(shard), mailboxCap, body)) === 1
}
