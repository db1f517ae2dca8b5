import { paused } from '../../rules/errors.ts'
import type { ToolParts } from '../tool_parts.ts'

/** Throws paused/guest_registration when this server takes no guests at all. */
export function guestsOff({ guestAgents }: Pick<ToolParts['config'], 'guestAgents'>): void {
  if (!guestAgents) throw paused('guest_registration', 'This server takes no guests. Sign in, or ask for an invite.')
}

/** Whether new guests can join now. */
export const letsGuestsIn = async ({
  config,
  pauses,
  clock,
}: Pick<ToolParts, 'config' | 'pauses' | 'clock'>): Promise<boolean> =>
  config.guestAgents && !(await pauses.at(clock.now())).includes('guest_registration')
