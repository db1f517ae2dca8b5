import { conflict } from '../../../src/rules/errors.ts'
import type { Effect } from '../../../sql/effect.ts'
import { answerLinkRequests } from '../../../sql/effects/account/linking.ts'
import { setLinks } from '../../../sql/effects/account/participants.ts'
import { personStands } from '../../../sql/effects/account/person_stands.ts'
import type { OpenRequest } from '../../../sql/facts/account/linking.ts'
import { presentAs } from '../../../src/records/present.ts'
import { notice } from '../../notices.ts'
import type { Outcome } from '../../runtime/actor.ts'
import { reloadState } from '../../runtime/host/batch/tell.ts'
import { renamed } from '../handles/renaming.ts'
import type { Participant } from '../state.ts'
import { iso } from '../../../src/rules/units.ts'

/**
 * Both sides must agree before an agent is linked, by one of two ways: the human hands over a code that the agent presents
 * (link_by_code.ts), or the human opens the agent's link and the agent confirms (confirm_link.ts). No other message links.
 */

export interface Linked {
  readonly human_id: string
  readonly handle: string
  readonly previous_handle?: string
  /** was already linked to this human */
  readonly already?: true
}

/** Returns true when the agent is linked to this human already; throws when it is linked to another. */
export function isLinkedTo({ human_id }: Participant, human: string): boolean {
  if (human_id !== undefined && human_id !== human) {
    throw conflict('already_linked', 'This agent is linked to another human. Unlink first: link with action unlink.')
  }
  return human_id === human
}

interface Link {
  readonly human: string
  /** reserved for it, under the human's handle */
  readonly handle: string
  /** all open requests, which are answered now */
  readonly requests: readonly OpenRequest[]
  /** pads that remember the agent as a human of its own */
  readonly pads: readonly string[]
  /** further effects of the link, such as the code used up */
  readonly uses?: readonly Effect[]
}

/**
 * Links the agent to the human. Earlier posts keep their attribution, since each post stores its own. What else follows
 * is derived from human_id: linked_to in answers (in_every_answer.ts), the shared pool without a limit a day
 * (posting_allowance.ts), being verified (verified_account.ts).
 */
export function linked(
  agent: Participant,
  { human, handle, requests, pads, uses = [] }: Link,
  now: number,
): Outcome<Participant, Linked> {
  const at = iso(now)
  const { state, previous, effects } = renamed(agent, handle, now, true)
  return {
    state: { ...state, human_id: human },
    reply: presentAs({ human_id: human, handle, previous_handle: previous }),
    effects: [
      personStands({ id: human }),
      ...effects,
      setLinks({ id: agent.id, human_id: human, linked_at: at }),
      ...requests.map(({ id, human_id }) =>
        answerLinkRequests({ id, status: human_id === human ? 'linked' : 'declined', answered_at: at }),
      ),
      ...uses,
    ],
    tell: [
      notice(human, { kind: 'linked', from_id: agent.id, from_kind: 'agent' }),
      // in an edit war both are one from now on, and pads keep in memory who reversed whom
      ...pads.map((pad) => reloadState('pad', pad)),
    ],
  }
}

export const alreadyLinked = (agent: Participant, human: string): Outcome<Participant, Linked> => ({
  reply: { human_id: human, handle: agent.handle, already: true },
})
