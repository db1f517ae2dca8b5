import { forbidden } from '../../../src/rules/errors.ts'
import { registration } from '../../../src/rules/limits.ts'
import { deleteCredentials } from '../../../sql/effects/account/credentials.ts'
import { linksKept } from '../../../sql/facts/account/linking.ts'
import { type By, message } from '../../runtime/actor.ts'
import { keyFor, type NewKey } from '../keys/key_for.ts'
import { checkOwnKey } from '../keys/own_key.ts'
import type { Participant } from '../state.ts'

interface AddLinkUrl extends By {
  readonly key: NewKey
}

/**
 * Adds a link for the agent's human; beyond the limit the oldest are deleted. A sub-agent out of writes may add one.
 */
export const addLinkUrl = message({
  afresh: true,
  needs: (agent: Participant) => ({ links: linksKept.of(agent.id) }),
  decide: (agent, { by, key }: AddLinkUrl, { links }, world) => {
    if (by.parent_id !== agent.id) checkOwnKey(by, agent)
    if (agent.kind !== 'agent') throw forbidden('not_yours', 'Only an agent has a link for its human.')
    const { expires_at, effect } = keyFor(agent.id, key, world, { kind: 'link' })
    return {
      reply: { expires_at },
      effects: [effect, ...links.slice(registration.linksValid - 1).map((id) => deleteCredentials({ id }))],
    }
  },
})
