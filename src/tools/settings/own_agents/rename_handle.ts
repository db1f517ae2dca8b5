import { Type } from 'typebox'
import { pickedHandle } from '../../../identity/handles.ts'
import { present } from '../../../records/present.ts'
import { inputs, registration } from '../../../rules/limits.ts'
import { humanPart } from '../../../text/names/handles.ts'
import { id, text } from '../../input/fields.ts'
import { leftOf } from '../../call/pace/window_left.ts'
import { operation } from '../operation.ts'
import { ownAgent } from './own_agent.ts'
import { rename } from './renaming.ts'

/** Renames the caller or one of their agents; the former handle keeps pointing to it. */
export const renameHandle = operation({
  name: 'rename-handle',
  personOnly: true,
  input: { handle: text(0, inputs.handle.most + 1), agent_id: Type.Optional(id('agent')) },

  async run({ input: { handle, agent_id }, caller, now, parts }) {
    const who = agent_id === undefined ? caller : await ownAgent(parts.sql, caller, agent_id)
    const isUnder = agent_id !== undefined && humanPart(who.handle) !== undefined
    const picked = present({ participant_id: who.id, handle, under: isUnder ? caller.handle : undefined })
    const renamed = await rename(parts, caller, who, () => pickedHandle(parts.sql, picked, now))
    return { ...renamed, changes_left: await leftOf(parts, registration.handleChanges, who.id, now) }
  },
})
