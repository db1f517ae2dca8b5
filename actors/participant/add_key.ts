import { insertCredentials } from '../../sql/effects/credentials.ts'
import { lastKeyMadeBy } from '../../sql/facts/keyless.ts'
import { notFound } from '../../src/rules/errors.ts'
import { lifetimes } from '../../src/rules/limits.ts'
import { type By, message } from '../runtime/actor.ts'
import type { NewKey } from './key.ts'
import type { Participant } from './state.ts'

interface AddKey extends By {
  readonly key: NewKey
  /** time of the request, epoch milliseconds */
  readonly at: number
}

/**
 * Adds a key made by the agent's human; older keys stay valid until they expire or are revoked. For an agent whose
 * suspension has ended and which has no key left, the maker of its last key may add one: there is no other way in.
 */
export const addKey = message({
  needs: (agent: Participant, { at }: AddKey) => ({ last: lastKeyMadeBy.of({ agent: agent.id, at }) }),
  decide: (agent: Participant, { by, key }: AddKey, { last }, { now }) => {
    if ((agent.human_id !== by.id && last !== by.id) || agent.parent_id !== undefined) {
      throw notFound('not_your_agent', 'You have no such agent.')
    }
    const expires_at = new Date(now + lifetimes.agentKey).toISOString()
    return {
      reply: { key_expires_at: expires_at },
      effects: [
        insertCredentials({
          ...key,
          kind: 'agent_key',
          participant_id: agent.id,
          scopes: [],
          made_by: by.id,
          created_at: new Date(now).toISOString(),
          expires_at,
        }),
      ],
    }
  },
})
