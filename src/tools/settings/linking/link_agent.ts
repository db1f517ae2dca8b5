import { participant } from '../../../../actors/participant/index.ts'
import { linkStanding } from '../../../reading/account/linking.ts'
import { present } from '../../../records/present.ts'
import { mint } from '../../../rules/ids.ts'
import { registration } from '../../../rules/limits.ts'
import { paced } from '../../call/pace/pace_outside_tools.ts'
import { linkToken, agentOfLink } from './link_token.ts'
import { operation } from '../operation.ts'

/** Asks the agent of a link to accept the caller as its human. */
export const linkAgent = operation({
  name: 'link-agent',
  personOnly: true,
  input: { token: linkToken() },

  async run({ input: { token }, caller, now, parts }) {
    const { agent_id, credential_id } = await agentOfLink(parts, token, now)
    const { status: before } = await linkStanding(parts.sql, caller.id, agent_id)
    // while the first request waits, asking again sends none
    const sends = before === 'none' || before === 'declined'
    const spends = sends ? [{ pace: registration.linkRequests, subject: caller.id }] : []
    const reply = await paced(parts, spends, async (giveBack) => {
      const asked = { by: caller, request_id: mint('link_request', now), credential_id }
      const { reply } = await parts.ask(participant, agent_id, 'request_link', asked)
      if (reply.status === 'linked' || reply.already) await giveBack()
      return reply
    })
    parts.linkRequests.forget(agent_id)
    await parts.credentials.changed({ participants: [agent_id] })
    return present({ status: reply.status, agent_id, asked_at: 'asked_at' in reply ? reply.asked_at : undefined })
  },
})
