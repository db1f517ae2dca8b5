import { noteClientUsed } from '../../../sql/effects/account/credentials.ts'
import type { Scope } from '../../../src/rules/scopes.ts'
import { forbidden } from '../../../src/rules/errors.ts'
import { type By, message } from '../../runtime/actor.ts'
import { keyFor, type NewKey } from '../keys/key_for.ts'
import type { Participant } from '../state.ts'

interface GrantCode extends By {
  readonly code: NewKey
  readonly grant_id: string
  readonly client_id: string
  readonly redirect_uri: string
  readonly code_challenge: string
  readonly resource: string
  readonly scopes: readonly Scope[]
}

/** A person authorises a host: stores the code that the host exchanges for its first tokens. */
export const grantCode = message({
  decide: (human: Participant, { by, code, ...grant }: GrantCode, _, world) => {
    if (by.id !== human.id || human.kind !== 'human') throw forbidden('not_yours', 'Only a person connects a host.')
    const { expires_at, effect } = keyFor(human.id, code, world, { ...grant, kind: 'oauth_code' })
    return { reply: { expires_at }, effects: [effect, noteClientUsed({ id: grant.client_id, used_at: world.at })] }
  },
})
