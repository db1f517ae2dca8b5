import { lastKeyMadeBy } from '../../../sql/facts/account/keys.ts'
import { notFound } from '../../../src/rules/errors.ts'
import { type By, message } from '../../runtime/actor.ts'
import { keyFor, type NewKey } from './key_for.ts'
import type { Participant } from '../state.ts'

interface AddKey extends By {
  readonly key: NewKey
  /** only for hosts of the release before, which take the time from here (epoch ms) */
  readonly at?: number
}

/**
 * Adds a key made by the agent's human; older keys stay valid until they expire or are revoked. For an agent whose
 * suspension has ended and which has no key left, the maker of its last key may add one: there is no other way in.
 */
export const addKey = message({
  needs: (agent: Participant, _: AddKey, { at }) => ({ last: lastKeyMadeBy.of({ agent: agent.id, at }) }),
  decide: (agent, { by, key }, { last }, world) => {
    if ((agent.human_id !== by.id && last !== by.id) || agent.parent_id !== undefined) {
      throw notFound('not_your_agent', 'You have no such agent.')
    }
    const { expires_at: key_expires_at, effect } = keyFor(agent.id, key, world, { made_by: by.id })
    return { reply: { key_expires_at }, effects: [effect] }
  },
})
