import type { Caller } from '../../../rules/caller.ts'
import type { Refusal } from '../../../rules/errors.ts'
import { serverPause } from '../../../rules/refusals/server_pause.ts'
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
  if (isGuest(caller)) return guestsPaused({ pauses, clock })
  return (await pauses.at(clock.now())).includes('posting') ? serverPause('posting') : undefined
}

/** The refusal of a guest's posts while moderators pause posting, or that of guests. */
export async function guestsPaused({ pauses, clock }: Parts): Promise<Refusal | undefined> {
  const stopped = await pauses.at(clock.now())
  const what = (['posting', 'guest_posting'] as const).find((one) => stopped.includes(one))
  return what && serverPause(what)
}

/** Throws while moderators pause new guests and agents that register themselves. */
export async function registrationNotPaused({ pauses, clock }: Parts): Promise<void> {
  if ((await pauses.at(clock.now())).includes('guest_registration')) throw serverPause('guest_registration')
}
