import { insertCredentials } from '../../../sql/effects/account/credentials.ts'
import { noteClientUsed } from '../../../sql/effects/account/oauth_clients.ts'
import type { Scope } from '../../../src/rules/scopes.ts'
import { expiryOf } from '../../../src/rules/credential_kinds.ts'
import { forbidden } from '../../../src/rules/errors.ts'
import { type By, message } from '../../runtime/actor.ts'
import type { NewKey } from '../keys/key_for.ts'
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
  decide: (human: Participant, { by, code, ...grant }: GrantCode, _, { now, at: created_at }) => {
    if (by.id !== human.id || human.kind !== 'human') throw forbidden('not_yours', 'Only a person connects a host.')
    const expires_at = expiryOf('oauth_code', now)
    return {
      reply: { expires_at },
      effects: [
        insertCredentials({
          ...code,
          ...grant,
          kind: 'oauth_code',
          participant_id: human.id,
          made_by: human.id,
          created_at,
          expires_at,
        }),
        noteClientUsed({ id: grant.client_id, used_at: created_at }),
      ],
    }
  },
})
