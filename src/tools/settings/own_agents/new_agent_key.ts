import { participant } from '../../../../actors/participant/index.ts'
import { agentsOf } from '../../../reading/account/account.ts'
import { newCredential } from '../../../identity/secrets.ts'
import { present } from '../../../records/present.ts'
import { Refusal } from '../../../rules/errors.ts'
import { pace } from '../../../rules/limits.ts'
import { id, keyLabel, optional } from '../../input/fields.ts'
import { paced } from '../../call/pace/pace_outside_tools.ts'
import { operation } from '../operation.ts'
import { notYours } from './own_agent.ts'

/** Makes another key for an agent; its older keys keep working. */
export const newAgentKey = operation({
  name: 'new-agent-key',
  personOnly: true,
  input: { agent_id: id('agent'), label: optional(keyLabel()) },

  async run({ input: { agent_id, label }, caller, now, parts }) {
    const made = newCredential('agent_key', now)
    const key = present({ ...made.key, label })
    const { reply } = await paced(parts, [{ pace: pace.agentsCreated, subject: caller.id }], () =>
      parts.ask(participant, agent_id, 'add_key', { by: caller, key, at: now }).catch(asNotTheirs),
    )
    const keys = (await agentsOf(parts.sql, caller.id, now)).find((agent) => agent.id === agent_id)?.keys
    return present({ agent_id, agent_key: made.secret, ...reply, keys })
  },
})

/** An agent of another person is refused like a missing one. */
function asNotTheirs(error: unknown): never {
  throw error instanceof Refusal && error.code === 'not_found' ? notYours() : error
}
