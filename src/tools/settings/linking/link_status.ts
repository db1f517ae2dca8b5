import { linkStanding } from '../../../reading/account/linking.ts'
import { present } from '../../../records/present.ts'
import { invalid } from '../../../rules/errors.ts'
import { id, optional } from '../../input/fields.ts'
import { linkToken, agentOfLink } from './link_token.ts'
import { operation } from '../operation.ts'

/** Whether the agent has answered the request to link. */
export const linkStatus = operation({
  name: 'link-status',
  personOnly: true,
  input: { agent_id: optional(id('agent')), token: optional(linkToken()) },

  async run({ input, caller, now, parts }) {
    const { agent_id = input.token && (await agentOfLink(parts, input.token, now)).agent_id } = input
    if (agent_id === undefined) throw invalid('one_of', 'Send agent_id or token.')
    const { status, asked_at } = await linkStanding(parts.sql, caller.id, agent_id)
    return present({ status, agent_id, asked_at: asked_at?.toISOString() })
  },
})
