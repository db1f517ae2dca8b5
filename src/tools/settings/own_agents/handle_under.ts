import { movedHandle } from '../../../identity/handles.ts'
import { present } from '../../../records/present.ts'
import { flag, id } from '../../input/fields.ts'
import { operation } from '../operation.ts'
import { ownAgent } from './own_agent.ts'
import { rename } from './renaming.ts'

/** Moves an agent's handle under its human's, or out of it. */
export const handleUnder = operation({
  name: 'handle-under',
  input: { agent_id: id('agent'), under: flag() },

  async run({ input: { agent_id, under }, caller, now, parts }) {
    const agent = await ownAgent(parts.sql, caller, agent_id)
    const moved = present({ participant_id: agent_id, handle: agent.handle, under: under ? caller.handle : undefined })
    return rename(parts, caller, agent, () => movedHandle(parts.sql, moved, now))
  },
})
