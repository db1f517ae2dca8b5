import type { Redis } from 'ioredis'
import { waitsKey } from '../../../src/redis/keys.ts'
import { redisScript } from '../../../src/redis/script.ts'
import { rateLimited } from '../../../src/rules/errors.ts'
import { reads } from '../../../src/rules/limits.ts'
import { seconds } from '../../../src/rules/units.ts'

/** Takes slots, counted over all instances by Redis's clock; those of a dead instance expire. */
const take = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local taken = {}
for i, key in ipairs(KEYS) do
  local most, wait, longest = ARGV[3 * i - 2], ARGV[3 * i - 1], ARGV[3 * i]
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  taken[i] = redis.call('ZCARD', key) < tonumber(most) and 1 or 0
  if taken[i] == 1 then
    redis.call('ZADD', key, now + longest, wait)
    redis.call('PEXPIRE', key, longest)
  end
end
return taken`

const giveBack = `for i, key in ipairs(KEYS) do redis.call('ZREM', key, ARGV[i]) end`

/** a slot outlives the longest wait by this, so that it is given back before it expires */
const grace = seconds(5)

interface WaitSlots {
  /** Returns false when the participant holds as many waits as allowed. */
  take(participant: string, wait: string): Promise<boolean>
  giveBack(participant: string, wait: string): void
}

export function openWaitSlots(redis: Redis): WaitSlots {
  const takeOne = redisScript(redis, take)
  const longest = seconds(reads.wait.mostSeconds) + grace
  let ended: [participant: string, wait: string][] = []
  /** Releases the slots of one turn of the event loop together: thousands may end at once. */
  const giveThemBack = (): void => {
    const some = ended
    ended = []
    const keys = some.map(([participant]) => waitsKey(participant))
    const waits = some.map(([, wait]) => wait)
    // a failure is ignored: the slots expire
    redis.eval(giveBack, some.length, ...keys, ...waits).catch(() => undefined)
  }
  return {
    take: async (participant, wait) => (await takeOne(waitsKey(participant), reads.wait.open, wait, longest)) === 1,
    giveBack(participant, wait) {
      if (ended.push([participant, wait]) === 1) setImmediate(giveThemBack)
    },
  }
}

/** Without retry_after_seconds: when another wait ends cannot be known. */
export const tooManyWaits = (): Error =>
  rateLimited(
    'waits',
    `You hold ${reads.wait.open} waits already. End one of them, or let one come back, then wait again.`,
  )
