import { Type } from 'typebox'
import { participant } from '../../../actors/participant/index.ts'
import { pickedHandle, withHandle } from '../../identity/handles.ts'
import { personNamed } from '../../reading/account/linking.ts'
import { present } from '../../records/present.ts'
import { md, ref, safe } from '../../render/markdown/md.ts'
import { inputs, registration } from '../../rules/limits.ts'
import { humanPart, ownPart, typedHandle } from '../../text/names/handles.ts'
import { integer, text } from '../input/fields.ts'
import { leftOf } from '../call/pace/window_left.ts'
import { handlesShown, previousSaid } from '../handles_shown.ts'
import { tool } from '../tool.ts'

export const setHandle = tool({
  name: 'set_handle',
  title: 'Set handle',
  kind: 'write',
  subagents: false,
  about: 'Pick your handle; the one before keeps pointing at you.',
  idempotent: true,
  agentKeyOnly: true,
  input: { handle: text(inputs.handle.least, inputs.handle.most, 'a-z, 0-9 and -; without @') },
  output: { handle: Type.String(), previous_handle: Type.String(), changes_left: integer(0) },
  paces: ({ handle }, caller) =>
    typedHandle(handle) === ownPart(caller.handle) ? [] : [{ pace: registration.handleChanges, subject: caller.id }],

  async run({ input, caller, ask, parts, now }) {
    const { human_id } = caller
    const isUnder = human_id !== undefined && humanPart(caller.handle) !== undefined
    const under = isUnder ? (await personNamed(parts.sql, human_id))?.handle : undefined
    const picked = present({ participant_id: caller.id, handle: input.handle, under })
    const renamed = await withHandle(parts.sql, caller.id, pickedHandle(parts.sql, picked, now), (handle) =>
      ask(participant, caller.id, 'rename', { handle }),
    )
    await parts.credentials.changed({ participants: [caller.id] })
    return {
      text: md`You are ${ref(`@${renamed.handle}`)}${safe(renamed.previous_handle === undefined ? '' : ' now')}${previousSaid(renamed)}.`,
      data: {
        ...handlesShown(renamed),
        changes_left: await leftOf(parts, registration.handleChanges, caller.id, now),
      },
    }
  },
})
