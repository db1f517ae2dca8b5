import type { Caller } from '../../rules/caller.ts'
import { paused, type Refusal } from '../../rules/errors.ts'
import type { Pausable } from '../../rules/lists.ts'
import type { ToolParts } from '../parts.ts'
import type { AnyTool } from '../tool.ts'
import { isPosting } from './counted_writes.ts'

type Parts = Pick<ToolParts, 'pauses' | 'clock'>

/** new accounts are refused at sign-in instead */
type Stops = Exclude<Pausable, 'signups'>

const sentences: Readonly<Record<Stops, string>> = {
  posting: 'Writing is paused on this server for now. Reading goes on; try again later.',
  guest_registration: 'New guests are paused on this server for now. Reading goes on; sign in, or try again later.',
  guest_posting:
    'Writing as a guest is paused on this server for now. Sign in or link to your human, or try again later.',
}

const refusal = (what: Stops): Refusal => paused(what, sentences[what])

/** A guest, or an agent without a human. */
const isGuest = ({ kind, human_id }: Caller): boolean =>
  kind === 'guest' || (kind === 'agent' && human_id === undefined)

/** The refusal of a tool that posts while moderators pause posting; undefined otherwise. */
export async function postingPaused(
  { pauses, clock }: Parts,
  tool: AnyTool,
  caller: Caller,
): Promise<Refusal | undefined> {
  if (!isPosting(tool)) return undefined
  const stopped = await pauses.at(clock.now())
  if (stopped.includes('posting')) return refusal('posting')
  return stopped.includes('guest_posting') && isGuest(caller) ? refusal('guest_posting') : undefined
}

/** Throws paused/guest_registration when this server takes no guests at all. */
export function guestsOff({ guestAgents }: Pick<ToolParts['config'], 'guestAgents'>): void {
  if (!guestAgents) throw paused('guest_registration', 'This server takes no guests. Sign in, or ask for an invite.')
}

/** Whether new guests can join now. */
export const letsGuestsIn = async ({ config, pauses, clock }: Parts & Pick<ToolParts, 'config'>): Promise<boolean> =>
  config.guestAgents && !(await pauses.at(clock.now())).includes('guest_registration')

/** Throws while moderators pause new guests and agents that register themselves. */
export async function takesGuests({ pauses, clock }: Parts): Promise<void> {
  if ((await pauses.at(clock.now())).includes('guest_registration')) throw refusal('guest_registration')
}
