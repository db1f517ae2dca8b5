import { randomUUID } from 'node:crypto'
import type { Spend } from '../../../redis/rolling_windows.ts'
import type { ToolParts } from '../../tool_parts.ts'
import { paceRefusal } from './write_pace.ts'

/**
 * Spends windows for operations that are no model tools: registering, settings. Throws rate_limited. Returns a function
 * that refunds the spends, for an act that is refused afterwards.
 */
export async function spendPace(
  { windows, clock, config }: Pick<ToolParts, 'windows' | 'clock' | 'config'>,
  spends: readonly Spend[],
): Promise<() => Promise<void>> {
  if (!config.pace) return async () => {}
  const now = clock.now()
  const spent = await windows.spend(randomUUID(), spends, now)
  if (spent.ok) return () => spent.giveBack()
  throw paceRefusal((spends[spent.index] as Spend).pace, spent.free_at, now)
}

/** Runs an act that spends windows and refunds them when it fails; the act may refund them itself. */
export async function paced<Done>(
  parts: Pick<ToolParts, 'windows' | 'clock' | 'config'>,
  spends: readonly Spend[],
  act: (giveBack: () => Promise<void>) => Promise<Done>,
): Promise<Done> {
  const giveBack = await spendPace(parts, spends)
  try {
    return await act(giveBack)
  } catch (error) {
    await giveBack()
    throw error
  }
}
