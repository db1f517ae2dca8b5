import { randomUUID } from 'node:crypto'
import type { Spend } from '../../redis/windows.ts'
import type { ToolParts } from '../parts.ts'
import { tooMany } from './spending.ts'

/**
 * Spends windows for what is no model tool: registering, settings. Throws rate_limited; what it gives takes the spends
 * back, for an act that was refused after all.
 */
export async function spendPace(
  { windows, clock, config }: Pick<ToolParts, 'windows' | 'clock' | 'config'>,
  spends: readonly Spend[],
): Promise<() => Promise<void>> {
  if (!config.pace) return async () => {}
  const now = clock.now()
  const spent = await windows.spend(randomUUID(), spends, now)
  if (spent.ok) return () => spent.giveBack()
  throw tooMany((spends[spent.index] as Spend).pace, spent.free_at, now)
}

/** An act that costs windows, and nothing where it is refused after all; it may take the spends back itself. */
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
