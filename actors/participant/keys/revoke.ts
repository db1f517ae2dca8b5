import { revokeCredentials } from '../../../sql/effects/account/credentials.ts'
import { credentialStates, grantMates } from '../../../sql/reads/account/credentials.ts'
import { unreadable } from '../../../src/rules/errors.ts'
import { type By, message } from '../../runtime/actor.ts'
import type { Participant } from '../state.ts'

interface Revoke extends By {
  readonly credential_id: string
}

/** Revokes a credential, for its owner or their human. Decided only here, so that no renewal can race with it. */
export const revoke = message({
  afresh: true,
  needs: (_: Participant, { credential_id }: Revoke) => ({
    credential: credentialStates.of(credential_id),
    grant: grantMates.of(credential_id),
  }),
  decide: (owner, { by, credential_id }, { credential, grant }, { at }) => {
    if (credential?.participant_id !== owner.id) throw unreadable('connection')
    if (by.id !== owner.id && by.id !== credential.human_id) throw unreadable('connection')
    // a host's token may have been renewed since it was listed: the whole grant is revoked
    const isOver = credential.revoked && credential.grant_id === null
    return {
      reply: { credential_id, also_ended: isOver ? [] : grant },
      effects: isOver ? [] : [revokeCredentials({ id: credential_id, at })],
    }
  },
})
