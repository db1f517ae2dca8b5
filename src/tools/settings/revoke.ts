import { participant } from '../../../actors/participant/index.ts'
import { ownerOfCredential } from '../../reading/account/account.ts'
import { unreadable } from '../../rules/errors.ts'
import { registration } from '../../rules/limits.ts'
import { paced } from '../call/pace/pace_outside_tools.ts'
import { id } from '../input/fields.ts'
import { operation } from './operation.ts'

/** Ends a connection: a session, a host's grant, or a key of the caller or of their agents. */
export const revoke = operation({
  name: 'revoke',
  input: { credential_id: id('credential') },

  async run({ input: { credential_id }, caller, parts }) {
    const owner = await ownerOfCredential(parts.sql, credential_id)
    if (!owner || (owner.participant_id !== caller.id && owner.human_id !== caller.id)) throw unreadable('connection')
    // each time every process hears of it; a window of its own, because a stolen token may use up that of writes
    const { reply } = await paced(parts, [{ pace: registration.connectionsEnded, subject: caller.id }], () =>
      parts.ask(participant, owner.participant_id, 'revoke', { by: caller, credential_id }),
    )
    await parts.credentials.changed({ credentials: [credential_id, ...reply.also_ended] })
    return { revoked: true, credential_id, also_ended: reply.also_ended }
  },
})
