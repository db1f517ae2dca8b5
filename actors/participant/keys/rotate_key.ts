import { shortenCredentials } from '../../../sql/effects/account/credentials.ts'
import { credentialStates } from '../../../sql/reads/account/credentials.ts'
import { badCredential } from '../../../src/rules/refusals/bad_credential.ts'
import { forbidden } from '../../../src/rules/errors.ts'
import { lifetimes } from '../../../src/rules/limits.ts'
import { type By, message } from '../../runtime/actor.ts'
import { keyFor, type NewKey } from './key_for.ts'
import type { Participant } from '../state.ts'

interface RotateKey extends By {
  readonly key: NewKey
}

/** Issues a new key; the old one stays valid for a while, so that a lost answer does not lock the agent out. */
export const rotateKey = message({
  // a key revoked a moment ago may still be cached as valid by an instance: it must not be exchanged for a new one
  afresh: true,
  needs: (_: Participant, { by }: RotateKey) => ({ old: credentialStates.of(by.credential_id) }),
  decide: (agent, { by, key }, { old }, world) => {
    const { now } = world
    if (by.connection === 'sub_agent_key' || agent.parent_id !== undefined) {
      throw forbidden('subagent', 'A sub-agent’s key is not renewed. Ask the agent that made it for another one.')
    }
    if (!old || old.revoked || old.expires_at <= now) {
      throw badCredential('revoked', 'it cannot be renewed any more')
    }
    const { expires_at, effect } = keyFor(agent.id, key, world, { renewed_from: old.id })
    const previous_key_expires_at = new Date(Math.min(old.expires_at, now + lifetimes.previousKey)).toISOString()
    return {
      reply: { key_expires_at: expires_at, previous_key_expires_at },
      effects: [effect, shortenCredentials({ id: old.id, expires_at: previous_key_expires_at })],
    }
  },
})
