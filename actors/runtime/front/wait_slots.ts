import type { Redis } from 'ioredis'
import { waitsKey } from '../../../src/redis/keys.ts'
import { reads } from '../../../src/rules/limits.ts'
import { seconds } from '../../../src/rules/units.ts'

/** Counts by Redis's clock, over all instances; a slot whose instance died frees itself. */
const take = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`

const giveBack = `for i, key in ipairs(KEYS) do redis.call('ZREM', key, ARGV[i]) end`

/** a wait that ends in time gives its slot back after it */
const grace = seconds(5)

export interface WaitSlots {
  /** False where the participant holds as many waits as it may. */
  take(participant: string, wait: string): Promise<boolean>
  giveBack(participant: string, wait: string): void
}

export async function openWaitSlots(redis: Redis): Promise<WaitSlots> {
  let ended: [participant: string, wait: string][] = []
  /** Thousands may end at once: those of one turn of the event loop go together. */
  const giveThemBack = (): void => {
    const some = ended
    ended = []
    const keys = some.map(([participant]) => waitsKey(participant))
    const waits = some.map(([, wait]) => wait)
    // not answered: they run out by themselves
    redis.eval(giveBack, some.length, ...keys, ...waits).catch(() => undefined)
  }
  const sha = (await redis.script('LOAD', take)) as string
  const longest = seconds(reads.wait.mostSeconds) + grace
  return {
    async take(participant, wait) {
      const args = [1, waitsKey(participant), reads.wait.open, wait, longest] as const
      try {
        return (await redis.evalsha(sha, ...args)) === 1
      } catch (error) {
        if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
        return (await redis.eval(take, ...args)) === 1
      }
    },
    giveBack(participant, wait) {
      if (ended.push([participant, wait]) === 1) setImmediate(giveThemBack)
    },
  }
}
