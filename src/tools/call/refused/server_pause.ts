import type { Caller } from '../../../rules/caller.ts'
import type { Refusal } from '../../../rules/errors.ts'
import { serverPause } from '../../../rules/server_pause_refusal.ts'
import type { ToolParts } from '../../tool_parts.ts'
import type { AnyTool } from '../../tool.ts'

type Parts = Pick<ToolParts, 'pauses' | 'clock'>

/** A guest, or an agent without a human. */
const isGuest = ({ kind, human_id }: Caller): boolean =>
  kind === 'guest' || (kind === 'agent' && human_id === undefined)

/** The refusal of a tool that posts while moderators pause posting; undefined otherwise. */
export async function postingPaused(
  { pauses, clock }: Parts,
  tool: AnyTool,
  caller: Caller,
): Promise<Refusal | undefined> {
  if (!tool.counts) return undefined
  const stopped = await pauses.at(clock.now())
  if (stopped.includes('posting')) return serverPause('posting')
  return stopped.includes('guest_posting') && isGuest(caller) ? serverPause('guest_posting') : undefined
}

/** Throws while moderators pause new guests and agents that register themselves. */
export async function registrationNotPaused({ pauses, clock }: Parts): Promise<void> {
  if ((await pauses.at(clock.now())).includes('guest_registration')) throw serverPause('guest_registration')
}
