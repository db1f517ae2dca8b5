import { forbidden } from '../../src/rules/errors.ts'
import { lifetimes, registration } from '../../src/rules/limits.ts'
import { deleteCredentials, insertCredentials } from '../../sql/effects/credentials.ts'
import { linksKept } from '../../sql/facts/linking.ts'
import { type By, message } from '../runtime/actor.ts'
import type { NewKey } from './key.ts'
import { withOwnKey } from './own_key.ts'
import type { Participant } from './state.ts'

interface AddLink extends By {
  readonly key: NewKey
}

/**
 * Adds a link for the agent's human; beyond the limit the oldest are deleted. A sub-agent out of writes may add one.
 */
export const addLink = message({
  afresh: true,
  needs: (agent: Participant) => ({ links: linksKept.of(agent.id) }),
  decide: (agent: Participant, { by, key }: AddLink, { links = [] }, { now }) => {
    if (by.parent_id !== agent.id) withOwnKey(by, agent)
    if (agent.kind !== 'agent') throw forbidden('not_yours', 'Only an agent has a link for its human.')
    const at = new Date(now).toISOString()
    const expires_at = new Date(now + lifetimes.link).toISOString()
    return {
      reply: { expires_at },
      effects: [
        insertCredentials({
          ...key,
          kind: 'link',
          participant_id: agent.id,
          scopes: [],
          made_by: agent.id,
          created_at: at,
          expires_at,
        }),
        ...links.slice(registration.linksValid - 1).map((id) => deleteCredentials({ id })),
      ],
    }
  },
})
