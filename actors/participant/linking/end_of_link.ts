import type { Effect } from '../../../sql/effect.ts'
import { revokeCredentials } from '../../../sql/effects/account/credentials.ts'
import { setLinks } from '../../../sql/effects/account/participants.ts'
import { deleteSeats } from '../../../sql/effects/hub/seats.ts'
import { seatsFromHuman } from '../../../sql/facts/account/linking.ts'
import { agentKeys } from '../../../sql/facts/account/keys.ts'
import { presentAs } from '../../../src/records/present.ts'
import type { Facts } from '../../runtime/actor.ts'
import { renamed } from '../handles/renaming.ts'
import type { Participant } from '../state.ts'
import { iso } from '../../../src/rules/units.ts'

/** Facts that the end of a link depends on. */
export const needsToUnlink = (agent: Participant) => ({
  keys: agentKeys.of(agent.id),
  seats: seatsFromHuman.maybe(agent.human_id === undefined ? undefined : { agent: agent.id, human: agent.human_id }),
})

export interface Unlinked {
  readonly handle: string
  readonly previous_handle?: string
  readonly keys_stopped: number
  readonly seats_taken_back: number
}

/**
 * Unlinks the agent: revokes the keys that its human made, with the sub-agents' keys minted by them; ends the seats it
 * had from the human; moves its handle out from under the human's. `handle` is reserved for it.
 */
export function unlinked(
  agent: Participant,
  handle: string,
  { keys, seats }: Facts<ReturnType<typeof needsToUnlink>>,
  now: number,
): { state: Participant; reply: Unlinked; effects: Effect[] } {
  const at = iso(now)
  const { state, previous, effects } = renamed(agent, handle, now)
  const { human_id: _, ...alone } = state
  const stopped = keys.filter(({ made_by, expires_at }) => made_by !== agent.id && expires_at > now)
  return {
    state: alone,
    reply: presentAs({
      handle,
      previous_handle: previous,
      keys_stopped: stopped.length,
      seats_taken_back: seats.length,
    }),
    effects: [
      ...effects,
      setLinks({ id: agent.id }),
      ...stopped.map(({ id }) => revokeCredentials({ id, at })),
      // in this commit, so that they end at once
      ...seats.map((scope_id) => deleteSeats({ scope_id, participant_id: agent.id })),
    ],
  }
}
