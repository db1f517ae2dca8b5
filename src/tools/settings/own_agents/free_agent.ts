import { participant } from '../../../../actors/participant/index.ts'
import { movedHandle, withHandle } from '../../../identity/handles.ts'
import { id } from '../../input/fields.ts'
import { operation } from '../operation.ts'
import { ownAgent } from './own_agent.ts'

/** Unlinks an agent, on its human's side. */
export const freeAgent = operation({
  name: 'free-agent',
  input: { agent_id: id('agent') },

  async run({ input: { agent_id }, caller, now, parts }) {
    const agent = await ownAgent(parts.sql, caller, agent_id)
    const moved = movedHandle(parts.sql, { participant_id: agent_id, handle: agent.handle }, now)
    const { reply } = await withHandle(parts.sql, agent_id, moved, (handle) =>
      parts.ask(participant, agent_id, 'free', { by: caller, handle }),
    )
    await parts.credentials.changed({ participants: [agent_id] })
    const { keys_stopped, seats_taken_back } = reply
    return { unlinked: true, agent_id, keys_stopped, seats_taken_back, handle: `@${reply.handle}` }
  },
})
