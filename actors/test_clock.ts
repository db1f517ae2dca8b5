import type { Redis } from 'ioredis'
import { clockAhead, moveClock } from '../sql/claims/test_clock.ts'
import type { Sql } from '../sql/client.ts'
import type { Clock } from '../src/clock.ts'
import { clockChannel } from '../src/redis/keys.ts'

export interface TestClock {
  /** Moves the clock of every instance by so many milliseconds; gives the time it shows then. Wakes nobody. */
  advance(by: number): Promise<number>
  close(): void
}

/** Sets this instance's clock to the one all instances share, and keeps it there. Only with SVC_TEST_CLOCK. */
export async function followTestClock(parts: { sql: Sql; redis: Redis; clock: Clock }): Promise<TestClock> {
  const { sql, redis, clock } = parts
  const subscriber = redis.duplicate()
  const catchUp = async (): Promise<void> => clock.advanceTo(await clockAhead(sql))
  // the news is that it moved; how far stands in the database, which no other installation shares
  subscriber.on('message', () => void catchUp().catch(() => undefined))
  // heard first, read then: a move in between is not missed
  await subscriber.subscribe(clockChannel)
  await catchUp()
  return {
    async advance(by) {
      const ahead = await moveClock(sql, by)
      clock.advanceTo(ahead)
      await redis.publish(clockChannel, 'moved')
      return clock.now()
    },
    close: () => subscriber.disconnect(),
  }
}
