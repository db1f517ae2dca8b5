import type { Pace } from '../../../rules/units.ts'
import type { ToolParts } from '../../tool_parts.ts'

/** How much of a window is left for a subject. */
export async function leftOf(
  { windows }: Pick<ToolParts, 'windows'>,
  pace: Pace,
  subject: string,
  now: number,
): Promise<number> {
  const { used } = await windows.standing({ pace, subject }, now)
  return Math.max(0, pace.limit - used)
}
