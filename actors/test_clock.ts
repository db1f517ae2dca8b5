import type { Redis } from 'ioredis'
import { clockAhead, moveClock } from '../sql/outside_actors/records/test_clock.ts'
import type { Sql } from '../sql/client.ts'
import type { Clock } from '../src/clock.ts'
import { clockChannel } from '../src/redis/keys.ts'

export interface TestClock {
  /** Moves the clock of every instance by that many milliseconds; returns the new time. Ends no wait. */
  advance(by: number): Promise<number>
  close(): void
}

/** Keeps this instance's clock on the test clock that all instances share. Only with SVC_TEST_CLOCK. */
export async function followTestClock(parts: { sql: Sql; redis: Redis; clock: Clock }): Promise<TestClock> {
  const { sql, redis, clock } = parts
  const subscriber = redis.duplicate()
  const catchUp = async (): Promise<void> => clock.advanceTo(await clockAhead(sql))
  // the message says only that it moved; the offset is in the database, which no other installation shares
  subscriber.on('message', () => void catchUp().catch(() => undefined))
  // subscribes before it reads, so that no move in between is missed
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
