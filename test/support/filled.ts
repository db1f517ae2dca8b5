import { windowKey } from '../../src/redis/keys.ts'
import type { Pace } from '../../src/rules/units.ts'
import type { TestServer } from './server.ts'

/** So many entries in a rolling window as if that many had come just now: for limits too large to walk up to. */
export async function fill({ parts }: TestServer, pace: Pace, subject: string, many: number): Promise<void> {
  const key = windowKey(pace.name, subject)
  const now = parts.clock.now()
  for (let from = 0; from < many; from += 1_000) {
    const entries = Array.from({ length: Math.min(1_000, many - from) }, (_, n) => [now, `filled ${from + n}`])
    await parts.redis.zadd(key, ...entries.flat())
  }
  await parts.redis.pexpire(key, pace.window_ms)
}
