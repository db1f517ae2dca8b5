import { insertCredentials } from '../../sql/effects/credentials.ts'
import { lastKeyMadeBy } from '../../sql/facts/keyless.ts'
import { notFound } from '../../src/rules/errors.ts'
import { lifetimes } from '../../src/rules/limits.ts'
import { type By, message } from '../runtime/actor.ts'
import type { NewKey } from './key.ts'
import type { Participant } from './state.ts'

interface AddKey extends By {
  readonly key: NewKey
  /** when it is asked for (epoch ms) */
  readonly at: number
}

/**
 * One more key, made by the agent's human; the older ones go on until they end by themselves or are revoked. Whoever made
 * the last key of an agent that was suspended and let go on may make the next: nobody else has a way in.
 */
export const addKey = message({
  needs: (agent: Participant, { at }: AddKey) => ({ last: lastKeyMadeBy.of({ agent: agent.id, at }) }),
  decide: (agent: Participant, { by, key }: AddKey, { last }, now) => {
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
