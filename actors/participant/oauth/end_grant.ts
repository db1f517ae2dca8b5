import { revokeCredentials } from '../../../sql/effects/account/credentials.ts'
import { credentialStates, grantMates } from '../../../sql/reads/account/credentials.ts'
import { unreadable } from '../../../src/rules/errors.ts'
import { message } from '../../runtime/actor.ts'
import type { Participant } from '../state.ts'

interface EndGrant {
  /** one of the grant's codes or tokens */
  readonly credential_id: string
}

/** A host gives up its grant: any one of the grant's secrets is enough to end all of them. */
export const endGrant = message({
  afresh: true,
  needs: (_: Participant, { credential_id }: EndGrant) => ({
    credential: credentialStates.of(credential_id),
    mates: grantMates.of(credential_id),
  }),
  decide: (human, { credential_id }, { credential, mates }, { at }) => {
    if (credential?.participant_id !== human.id || !credential.grant_id) throw unreadable('grant')
    return {
      reply: { ended: [credential_id, ...mates] },
      effects: [revokeCredentials({ id: credential_id, at })],
    }
  },
})
