import { participant } from '../../../../actors/participant/index.ts'
import { movedHandle, pickedHandle, withHandle } from '../../../identity/handles.ts'
import { present } from '../../../records/present.ts'
import type { Caller } from '../../../rules/caller.ts'
import { inputs, registration } from '../../../rules/limits.ts'
import { humanPart } from '../../../text/names/handles.ts'
import { paced } from '../../call/pace/pace_outside_tools.ts'
import { leftOf } from '../../call/pace/window_left.ts'
import { handlesShown } from '../../handles_shown.ts'
import { flag, id, optional, text } from '../../input/fields.ts'
import { accountChanged, operation, type SettingsParts } from '../operation.ts'
import { ownAgent } from './own_agent.ts'

/** Renames the caller or one of their agents; the former handle keeps pointing to it. */
export const renameHandle = operation({
  name: 'rename-handle',
  personOnly: true,
  input: { handle: text(0, inputs.handle.most + 1), agent_id: optional(id('agent')) },

  async run({ input: { handle, agent_id }, caller, now, parts }) {
    const who = agent_id === undefined ? caller : await ownAgent(parts.sql, caller, agent_id)
    const isUnder = agent_id !== undefined && humanPart(who.handle) !== undefined
    const picked = present({ participant_id: who.id, handle, under: isUnder ? caller.handle : undefined })
    const renamed = await rename(parts, caller, who, () => pickedHandle(parts.sql, picked, now))
    return { ...renamed, changes_left: await leftOf(parts, registration.handleChanges, who.id, now) }
  },
})

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

interface Named {
  readonly id: string
  /** without its @ */
  readonly handle: string
}

/** Renames an id. This spends the day's handle changes; the same handle is refunded. */
async function rename(
  parts: SettingsParts,
  by: Caller,
  { id, handle: before }: Named,
  picked: () => Promise<string>,
): Promise<ReturnType<typeof handlesShown>> {
  const renamed = await paced(parts, [{ pace: registration.handleChanges, subject: id }], (giveBack) =>
    withHandle(parts.sql, id, picked(), async (handle) => {
      const asked = { by, handle }
      const { reply } =
        id === by.id
          ? await parts.ask(participant, id, 'rename_person', asked)
          : await parts.ask(participant, id, 'rename', asked)
      if (handle === before) await giveBack()
      return reply
    }),
  )
  await accountChanged(parts, id)
  return handlesShown(renamed)
}
