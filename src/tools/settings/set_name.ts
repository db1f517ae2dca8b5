import { participant } from '../../../actors/participant/index.ts'
import { present } from '../../records/present.ts'
import { registration } from '../../rules/limits.ts'
import { label } from '../../text/names/labels.ts'
import { paced } from '../call/pace/pace_outside_tools.ts'
import { leftOf } from '../call/pace/window_left.ts'
import { displayName } from '../input/fields.ts'
import { accountChanged, operation } from './operation.ts'

/** Changes the caller's display name. This spends the day's handle changes; an unchanged name is refunded. */
export const setName = operation({
  name: 'set-name',
  personOnly: true,
  input: { name: displayName() },

  async run({ input: { name }, caller, now, parts }) {
    const { handleChanges } = registration
    const { already } = await paced(parts, [{ pace: handleChanges, subject: caller.id }], async (giveBack) => {
      const { reply } = await parts.ask(participant, caller.id, 'set_name', { by: caller, name })
      if (reply.already) await giveBack()
      return reply
    })
    await accountChanged(parts, caller.id)
    return present({ name: label(name), already, changes_left: await leftOf(parts, handleChanges, caller.id, now) })
  },
})
