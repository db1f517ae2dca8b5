import { forbidden, paused } from '../../rules/errors.ts'
import type { ToolParts } from '../tool_parts.ts'

/** Throws paused/guest_registration when this server takes no guests at all. */
export function guestsOff({ guestAgents }: Pick<ToolParts['config'], 'guestAgents'>): void {
  if (!guestAgents) throw paused('guest_registration', 'This server takes no guests. Sign in, or ask for an invite.')
}

/** Throws forbidden/guests_off when a hub or thread is to take guests on a server that takes none. */
export function checkTakesGuests(
  accepts_guests: boolean | undefined,
  { guestAgents }: Pick<ToolParts['config'], 'guestAgents'>,
): void {
  if (accepts_guests === true && !guestAgents) {
    throw forbidden('guests_off', 'This server takes no guests, so no hub and no thread can. Leave accepts_guests out.')
  }
}

/** Whether new guests can join now. */
export const letsGuestsIn = async ({
  config,
  pauses,
  clock,
}: Pick<ToolParts, 'config' | 'pauses' | 'clock'>): Promise<boolean> =>
  config.guestAgents && !(await pauses.at(clock.now())).includes('guest_registration')
