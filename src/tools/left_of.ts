import { windowKey } from '../redis/keys.ts'
import type { Pace } from '../rules/units.ts'
import type { ToolParts } from './parts.ts'

/** How much of a window an id has left. */
export async function leftOf(
  { redis }: Pick<ToolParts, 'redis'>,
  { name, limit, window_ms }: Pace,
  subject: string,
  now: number,
): Promise<number> {
  const used = await redis.zcount(windowKey(name, subject), `(${now - window_ms}`, '+inf')
  return Math.max(0, limit - used)
}
